import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'

type Props = { link: string; text: string }

/** Hands the link to the phone's own ways of sending, where the browser has them. */
export function ShareButton({ link, text }: Props) {
  const t = useT()
  if (!('share' in navigator)) return null
  // Whoever changes his mind rejects it; whatever else fails, the link can be copied beside it.
  const share = () => navigator.share({ text, url: link }).catch(() => {})
  return (
    <Button variant="white" px="md" leftSection={<IconShare aria-hidden size={20} />} onClick={share}>
      {t('invite.share')}
    </Button>
  )
}
