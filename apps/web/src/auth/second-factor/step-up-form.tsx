import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { StepUpWay } from '@chuma/contract/auth/auth-rules'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Dialog, DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { PasswordField } from '../passwords/password-field.tsx'
import { answerProof, useAskedProof } from '../session.ts'
import { CodeField, UsePasskey } from './second-factor-steps.tsx'

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

type Props = {
  ways: readonly StepUpWay[]
  /** What it is for, where that is not the call that was just made. */
  text?: string
  onProven: () => void
  onCancel: () => void
}

function StepUpForm({ ways, text, onProven, onCancel }: Props) {
  const t = useT()
  const way = ways.includes('password') ? 'password' : 'code'
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { [way]: (entered: string) => (entered.trim() ? null : t('staff.required')) },
  })
  const stepUp = useAction(trpc.admin.stepUp, { form, passwordField: 'password', onDone: onProven })
  const start = trpc.admin.startStepUp.useMutation()
  const submit = ({ password, code }: typeof form.values) =>
    stepUp.run(way === 'code' ? { way, code } : { way, password })
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Stack>
        <Text>{text ?? t(way === 'code' ? 'stepUp.code' : 'stepUp.password')}</Text>
        {ways.includes('passkey') && (
          <UsePasskey
            request={() => start.mutateAsync()}
            onSigned={(answer) => stepUp.run({ way: 'passkey', answer })}
          />
        )}
        {way === 'code' ? (
          <CodeField data-autofocus hasApp={ways.includes('totp')} {...form.getInputProps('code')} />
        ) : (
          <PasswordField
            label={t('word.yourPasswordAgain')}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
        )}
        <DialogButtons action={t('stepUp.confirm')} isPending={stepUp.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

/** In place of any staff page: a member's log-in takes no second factor, so the staff side asks for it. */
export function ProofSection({ staff: { isTotpOn, hasPasskey } }: { staff: SignedInStaffMember }) {
  const t = useT()
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const ways: StepUpWay[] = [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(isTotpOn ? (['totp'] as const) : []),
    'recovery-code',
  ]
  return (
    <Section title={t('stepUp.title')}>
      <StepUpForm
        ways={ways}
        text={t('stepUp.member')}
        onProven={() => void utils.invalidate()}
        onCancel={() => void navigate({ to: '/dashboard' })}
      />
    </Section>
  )
}
