import type { MailTest } from '@chuma/contract/admin/set-up'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useShowFailure } from '../use-show-failure.ts'
import { Facts } from './facts.tsx'
import { listMailFacts } from './list-mail-facts.ts'
import { StepSection } from './step-section.tsx'
import { type StepProps, useCompleteStep } from './use-complete-step.ts'

export function MailStep({ state, onDone }: StepProps) {
  const t = useT()
  const complete = useCompleteStep(onDone)
  return (
    <StepSection title={t('setUp.mailTitle')} text={t('setUp.mail')}>
      <Facts label={t('setUp.mailTitle')} facts={listMailFacts(t, state)} />
      {state.mail.server !== null && <TestMail />}
      <div>
        <Button disabled={complete.isPending} onClick={() => complete.mutate({ step: 'mail' })}>
          {t('setUp.goOn')}
        </Button>
      </div>
    </StepSection>
  )
}

function TestMail() {
  const t = useT()
  const showFailure = useShowFailure()
  const form = useForm({
    initialValues: { to: '' },
    validate: { to: (to) => (to.trim() ? null : t('staff.required')) },
  })
  const send = trpc.admin.sendTestMail.useMutation({
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values), focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <TextInput
          type="email"
          label={t('setUp.yourEmail')}
          autoComplete="email"
          {...form.getInputProps('to')}
        />
        <div aria-live="polite">
          {send.data && (
            <p className={send.data.outcome === 'accepted' ? blocks.good : blocks.bad}>
              {sayOutcome(t, send.data, send.variables?.to ?? '')}
            </p>
          )}
        </div>
        <div>
          <Button type="submit" variant="default" disabled={send.isPending}>
            {t(send.isPending ? 'setUp.sending' : 'setUp.sendTest')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function sayOutcome(t: Translate, test: MailTest, to: string): string {
  switch (test.outcome) {
    case 'accepted':
      return t('setUp.mailAccepted', { to })
    case 'refused':
      return t('setUp.mailRefused', { reason: test.reason })
    case 'unknown':
      return t('setUp.mailUnknown', { reason: test.reason })
    case 'not-configured':
      return t('setUp.noMailServer')
  }
}
