import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { StepUpWay } from '@chuma/contract/auth/auth-rules'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { StepUpForm } from './step-up-form.tsx'

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
