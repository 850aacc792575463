import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { nameRequest } from './name-request.ts'
import { RequestFacts } from './request-facts.tsx'
import { RequestedChange } from './requested-change.tsx'
import { type Step, useDecideApproval } from './use-decide-approval.ts'

type Props = { request: ApprovalRequest; step: Step; onClose: () => void }

/** Shows what would happen before it does. */
export function DecideApprovalDialog({ request, step, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (step === 'refuse' && !note.trim() ? t('staff.required') : null) },
  })
  const { decide, isPending } = useDecideApproval({
    request,
    step,
    onClose,
    onRefused: (error) => showFieldErrors(form, error),
  })
  return (
    <Dialog title={t(`approvals.${step}Title`)} opened onClose={onClose}>
      <form onSubmit={form.onSubmit(({ note }) => decide(note), focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t(`approvals.${step}Text`)}</Text>
          {step === 'approve' && (
            <>
              <strong>{nameRequest(t, request)}</strong>
              <RequestFacts request={request} />
              <RequestedChange request={request} />
            </>
          )}
          {step !== 'withdraw' && (
            <Textarea
              label={t(step === 'refuse' ? 'approvals.refusal' : 'approvals.remark')}
              description={t('approvals.noteHint')}
              rows={3}
              maxLength={500}
              data-autofocus
              {...form.getInputProps('note')}
            />
          )}
          <DialogButtons
            action={t(`approvals.${step}`)}
            isPending={isPending}
            isDanger={step === 'refuse'}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
