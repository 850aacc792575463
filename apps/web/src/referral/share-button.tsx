import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'

type Props = { link: string; text: string }

/** Opens the phone's share sheet, where the browser has one. */
export function ShareButton({ link, text }: Props) {
  const t = useT()
  if (!('share' in navigator)) return null
  // Rejects on cancel; on other failures the link can still be copied.
  const share = () => navigator.share({ text, url: link }).catch(() => {})
  return (
    <Button variant="white" px="md" leftSection={<IconShare aria-hidden size={20} />} onClick={share}>
      {t('invite.share')}
    </Button>
  )
}
