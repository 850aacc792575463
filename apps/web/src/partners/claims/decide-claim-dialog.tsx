import type { ClaimDetail } from '@chuma/contract/partners/partners'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'

type Props = Pick<ClaimDetail, 'claim'> & {
  decision: 'credited' | 'declined'
  opened: boolean
  onClose: () => void
}
type Values = { points: number | string; reason: string }

export function DecideClaimDialog({ claim, decision, opened, onClose }: Props) {
  const t = useT()
  const isGrant = decision === 'credited'
  const asksPoints = isGrant && claim.promisedPoints === 0
  const form = useForm<Values>({
    initialValues: { points: '', reason: '' },
    validate: {
      points: (points) => (asksPoints && !(Number(points) >= 1) ? t('claims.pointsMissing') : null),
      reason: (reason) => (reason.trim() ? null : t('staff.required')),
    },
  })
  const decide = useDecide(claim, { onClose, onRefused: (error) => showFieldErrors(form, error) })
  const submit = ({ points, reason }: Values) =>
    decide.mutate({ id: claim.id, decision, reason, ...(asksPoints && { points: Number(points) }) })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(isGrant ? 'claims.grantTitle' : 'claims.declineTitle')}
    >
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t(isGrant ? 'claims.grantText' : 'claims.declineText')}</Text>
          {asksPoints && (
            <NumberInput label={t('claims.points')} allowDecimal={false} {...form.getInputProps('points')} />
          )}
          <Textarea
            label={t('claims.reason')}
            description={t('claims.reasonHint')}
            rows={3}
            maxLength={500}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <DialogButtons
            action={t(isGrant ? 'claims.grant' : 'claims.decline')}
            isPending={decide.isPending}
            isDanger={!isGrant}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

type Handlers = { onClose: () => void; onRefused: (error: unknown) => boolean }

function useDecide({ userEmail: email }: ClaimDetail['claim'], { onClose, onRefused }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const refresh = () =>
    Promise.all([utils.partners.listClaims.invalidate(), utils.partners.getClaim.invalidate()])
  return trpc.partners.decideClaim.useMutation({
    onSuccess: ({ state }) => {
      const title = t(state === 'credited' ? 'claims.granted' : 'claims.declined')
      showToast({ kind: 'success', title, message: t('claims.told', { email }) })
      onClose()
      return refresh()
    },
    onError: (error) => {
      if (onRefused(error)) return undefined
      showFailure(error)
      // Someone else decided first, or the partner credited it: this screen is out of date.
      onClose()
      return refresh()
    },
  })
}
