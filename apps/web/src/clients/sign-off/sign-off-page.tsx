import type { WalkedProfile } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { SignOffView } from '@chuma/contract/surveys/sign-off'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import walkClasses from '../../surveys/walk/walk.module.css'
import { type FinishedWalk, Walk } from '../../surveys/walk/walk.tsx'
import { WalkSettings } from '../../surveys/walk/walk-settings.tsx'
import { isApiError } from '../../trpc.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { MessageState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { clientApi, useClientAction } from '../client-layout.tsx'
import { type Author, Comments } from './comments.tsx'

/** What someone with a sign-off link sees: the survey to try, comments by question, and the decision. */
export function SignOffPage({ token }: { token: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['sign-off', token],
    queryFn: () => clientApi.clients.openSignOff.mutate({ token }),
    staleTime: 60_000,
  })
  const isOver = isApiError(query.error) && query.error.data?.appCode === 'LINK_INVALID'
  return (
    <Page
      title={query.data?.title ?? t('signOff.title')}
      {...(query.data && { lead: t('signOff.lead', { version: query.data.version }) })}
    >
      {isOver ? (
        <MessageState icon={<IconLinkOff />} title={t('signOff.overTitle')} text={t('signOff.overText')} />
      ) : (
        <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
          {(view) => <SignOff token={token} view={view} />}
        </QueryView>
      )}
    </Page>
  )
}

type Props = { token: string; view: SignOffView }

function SignOff({ token, view }: Props) {
  const t = useT()
  const [name, setName] = useState('')
  const queries = useQueryClient()
  const show = (next: SignOffView) => queries.setQueryData(['sign-off', token], next)
  const isNamed = name.trim().length >= 2
  const author = { token, name, isNamed, show }
  return (
    <Stack gap="lg">
      <Section title={t('signOff.you')} text={t('signOff.youText')}>
        <TextInput
          label={t('signOff.name')}
          autoComplete="name"
          maxLength={80}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
      </Section>
      <Try {...author} view={view} />
      <Section title={t('signOff.whole')} text={t('signOff.wholeText')}>
        <Comments {...author} comments={view.comments} questionId={null} />
      </Section>
      <Decision {...author} view={view} />
    </Stack>
  )
}

/** The survey on a phone, with the comments about the question that is open. */
function Try({ view, ...author }: Author & { view: SignOffView }) {
  const t = useT()
  const [language, setLanguage] = useState(view.languages[0] ?? 'en')
  const [profile, setProfile] = useState<WalkedProfile>({})
  const [question, setQuestion] = useState<SurveyQuestion | null>(null)
  const walk = { token: author.token, profile, language }
  return (
    <Section title={t('signOff.try')} text={t('signOff.tryText')}>
      <WalkSettings
        languages={view.languages}
        {...{ language, profile }}
        onLanguage={setLanguage}
        onProfile={setProfile}
      />
      <div className={walkClasses.walk}>
        <div className={walkClasses.phone}>
          <Walk
            key={`${language} ${JSON.stringify(profile)}`}
            ask={(answers) => clientApi.clients.walkSignOff.mutate({ ...walk, answers })}
            onQuestion={setQuestion}
            atEnd={(finished) => <KeepTest {...author} walk={{ ...walk, ...finished }} />}
          />
        </div>
        {question && (
          <div className={walkClasses.side}>
            <Comments key={question.id} {...author} comments={view.comments} questionId={question.id} />
          </div>
        )}
      </div>
    </Section>
  )
}

type KeepProps = Author & {
  walk: FinishedWalk & { token: string; profile: WalkedProfile; language: string }
}

function KeepTest({ name, isNamed, walk }: KeepProps) {
  const t = useT()
  const [isKept, setKept] = useState(false)
  const keep = useClientAction(clientApi.clients.keepSignOffTest.mutate, {
    failed: t('signOff.failed'),
    onDone: () => setKept(true),
  })
  if (isKept) return <Text role="status">{t('signOff.kept')}</Text>
  return (
    <>
      <Text size="sm">{t('signOff.keepText')}</Text>
      <Button
        mt="sm"
        disabled={!isNamed}
        loading={keep.isPending}
        onClick={() => keep.run({ ...walk, name })}
      >
        {t('signOff.keep')}
      </Button>
    </>
  )
}

/** One decision for each link. */
function Decision({ view, token, name, isNamed, show }: Author & { view: SignOffView }) {
  const t = useT()
  const decide = useClientAction(clientApi.clients.decideSignOff.mutate, {
    failed: t('signOff.failed'),
    onDone: show,
  })
  const { decided, version } = view
  if (decided) {
    return (
      <Section title={t('signOff.decision')}>
        <Text role="status">
          {t(`signOff.decided.${decided.decision}`, {
            name: decided.name,
            version,
            at: formatDateTime(decided.decidedAt),
          })}
        </Text>
      </Section>
    )
  }
  const press = (decision: 'signed-off' | 'changes') => decide.run({ token, name, decision })
  return (
    <Section title={t('signOff.decision')} text={t('signOff.decisionText')}>
      {!isNamed && <Text c="dimmed">{t('signOff.nameFirst')}</Text>}
      <div className={walkClasses.actions}>
        <Button disabled={!isNamed} loading={decide.isPending} onClick={() => press('signed-off')}>
          {t('signOff.signOff')}
        </Button>
        <Button variant="default" disabled={!isNamed || decide.isPending} onClick={() => press('changes')}>
          {t('signOff.askChanges')}
        </Button>
      </div>
    </Section>
  )
}
