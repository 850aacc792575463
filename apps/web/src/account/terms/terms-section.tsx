import type { MemberTerms } from '@chuma/contract/account/terms'
import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { useAnswerTerms } from './use-answer-terms.ts'

/** Which version of the terms the member accepted, and the one in force if they have not. */
export function TermsSection() {
  const t = useT()
  const terms = trpc.account.getSettings.useQuery().data?.terms
  const { mutate, isPending } = useAnswerTerms()
  const { version } = TERMS_IN_FORCE
  return (
    <Section title={t('myTerms.title')}>
      {terms && <Text>{describeAccepted(terms, t)}</Text>}
      {terms && terms.accepted?.version !== version && (
        <Button variant="default" loading={isPending} onClick={() => mutate({ version, isAccepted: true })}>
          {t('myTerms.accept', { version })}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t('myTerms.read')}{' '}
        <Anchor renderRoot={(props) => <Link to="/terms" {...props} />}>{t('nav.terms')}</Anchor>
      </Text>
    </Section>
  )
}

function describeAccepted({ accepted }: MemberTerms, t: ReturnType<typeof useT>): string {
  if (!accepted) return t('myTerms.none')
  const values = { version: accepted.version, day: formatDay(accepted.acceptedAt) }
  return t(accepted.how === 'sign-up' ? 'myTerms.withSignUp' : 'myTerms.accepted', values)
}
