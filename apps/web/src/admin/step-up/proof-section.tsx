import type { StepUpWay } from '@chuma/contract/auth/step-up-ways'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { StepUpForm } from './step-up-form.tsx'

const WAYS: readonly StepUpWay[] = ['totp', 'recovery-code']

/** In place of any staff page: a member's log-in takes no second factor, so the staff side asks for it. */
export function ProofSection() {
  const t = useT()
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  return (
    <Section title={t('stepUp.title')}>
      <StepUpForm
        ways={WAYS}
        text={t('stepUp.member')}
        onProven={() => void utils.invalidate()}
        onCancel={() => void navigate({ to: '/dashboard' })}
      />
    </Section>
  )
}
