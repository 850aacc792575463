import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../../i18n/use-t.ts'
import { ClaimDialog } from './claim-dialog.tsx'

type Props = { clickId: string; title: string; titleId: string }

/** Claims missing points. Two taps: this button, and the one that sends. */
export function ClaimButton({ clickId, title, titleId }: Props) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" aria-describedby={titleId} onClick={dialog.open}>
        {t('claim.start')}
      </Button>
      <ClaimDialog clickId={clickId} title={title} isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}
