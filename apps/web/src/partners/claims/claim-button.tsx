import type { Click } from '@chuma/contract/partners/partners'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import classes from '../clicks/click-item.module.css'

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

const MAX_CHARACTERS = 1000

type ClaimDialogProps = { clickId: string; title: string; isOpen: boolean; onClose: () => void }
type ClaimValues = { note: string }

function ClaimDialog({ clickId, title, isOpen, onClose }: ClaimDialogProps) {
  const t = useT()
  const form = useForm<ClaimValues>({ initialValues: { note: '' } })
  const claim = useSendClaim(onClose, (error) => showFieldErrors(form, error))
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('claim.title')}>
      <form onSubmit={form.onSubmit(({ note }) => claim.send({ clickId, note }))} noValidate>
        <Stack>
          <Text>{t('claim.text', { title })}</Text>
          <Textarea
            label={t('claim.note')}
            description={t('claim.noteHint')}
            rows={4}
            maxLength={MAX_CHARACTERS}
            {...form.getInputProps('note')}
          />
          <Button type="submit" fullWidth loading={claim.isPending}>
            {t('claim.send')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSendClaim(onClose: () => void, onRefused: (error: unknown) => boolean) {
  const t = useT()
  const utils = trpc.useUtils()
  const sending = trpc.partners.openClaim.useMutation({
    networkMode: 'always',
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', title: t('claim.sentTitle'), message: t('claim.sent') })
    },
    onError: (error) => {
      const data = isApiError(error) ? error.data : null
      if (data?.httpStatus === 401) return
      onRefused(error)
      showToast({
        kind: 'error',
        title: t('claim.failedTitle'),
        message: serverMessage(error, t('claim.offline')),
      })
    },
    // Also after a refusal: it may have been claimed or credited in the meantime.
    onSettled: () => void utils.partners.listClicks.invalidate(),
  })
  const send = useSingleFlight(async (input: { clickId: string; note: string }) => {
    await sending.mutateAsync(input).catch(() => undefined)
  })
  return { send, isPending: sending.isPending }
}

/** A claim's decision, with the reason. */
export function ClaimStanding({ claim }: { claim: NonNullable<Click['claim']> }) {
  const t = useT()
  const { state, reason, openedAt } = claim
  return (
    <div className={classes.claim}>
      <p>{t(`claimState.${state}`, { time: formatDateTime(openedAt) })}</p>
      {reason && <p>{t('clicks.reason', { reason })}</p>}
    </div>
  )
}
