import { answerProof, useAskedProof } from '../../auth/asked-proof.ts'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { StepUpForm } from './step-up-form.tsx'

/** Asks who is at the keyboard before a critical call. The page behind it keeps what was typed. */
export function StepUpDialog() {
  const t = useT()
  const ways = useAskedProof()
  return (
    <Dialog title={t('stepUp.title')} opened={ways !== null} onClose={() => answerProof(false)} isOnTop>
      {ways && (
        <StepUpForm ways={ways} onProven={() => answerProof(true)} onCancel={() => answerProof(false)} />
      )}
    </Dialog>
  )
}
