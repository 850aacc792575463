import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { WalkedProfile } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { SignOffDesk } from '@chuma/contract/surveys/sign-off'
import { Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import walkClasses from '../walk/walk.module.css'
import { type FinishedWalk, Walk } from '../walk/walk.tsx'
import { WalkSettings } from '../walk/walk-settings.tsx'
import { TestAnswers } from './test-answers.tsx'
import { useRefreshDesk } from './use-refresh-desk.ts'

type Props = { surveyId: string; isManager: boolean }

/** Trying the survey before members see it: by staff, and by a client's people with a link. */
export function SignOffSections({ surveyId: id, isManager }: Props) {
  const query = trpc.admin.getSignOff.useQuery({ id })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(desk) => (
        <>
          <TrySurvey surveyId={id} isManager={isManager} />
          <Links surveyId={id} {...{ desk, isManager }} />
          <StaffComments surveyId={id} {...{ desk, isManager }} />
          <TestAnswers surveyId={id} tests={desk.tests} isManager={isManager} />
        </>
      )}
    </QueryView>
  )
}

const DRAFT = 'draft'

/** The saved draft or a published version, walked as someone of a chosen profile. */
function TrySurvey({ surveyId: id, isManager }: Props) {
  const t = useT()
  const [which, setWhich] = useState(DRAFT)
  const draft = trpc.admin.getQuestionnaire.useQuery({ id }).data
  const versions = trpc.admin.listQuestionnaireVersions.useQuery({ id }).data ?? []
  const published = trpc.admin.getPublishedQuestionnaire.useQuery(
    { id, version: Number(which) },
    { enabled: which !== DRAFT, staleTime: Number.POSITIVE_INFINITY },
  ).data
  const chosen =
    which === DRAFT
      ? draft && { questionnaire: draft.questionnaire, version: draft.version }
      : published && { questionnaire: published.questionnaire, version: published.draftVersion }
  return (
    <Section title={t('trySurvey.title')} text={t('trySurvey.text')}>
      <NativeSelect
        label={t('trySurvey.version')}
        data={[
          { value: DRAFT, label: t('trySurvey.draft', { version: draft?.version ?? 0 }) },
          ...versions.map(({ version }) => ({
            value: String(version),
            label: t('trySurvey.published', { version }),
          })),
        ]}
        value={which}
        onChange={({ currentTarget: { value } }) => setWhich(value)}
      />
      {chosen?.questionnaire ? (
        <StaffWalk
          key={`${which} ${chosen.version}`}
          surveyId={id}
          version={chosen.version}
          questionnaire={chosen.questionnaire}
          isManager={isManager}
        />
      ) : (
        <Skeletons count={1} height={240} />
      )}
    </Section>
  )
}

type StaffWalkProps = Props & { version: number; questionnaire: Questionnaire }

function StaffWalk({ surveyId, version, questionnaire, isManager }: StaffWalkProps) {
  const t = useT()
  const { client } = trpc.useUtils()
  const [isOpen, setOpen] = useState(false)
  const [language, setLanguage] = useState<string>(questionnaire.languages[0] ?? 'en')
  const [profile, setProfile] = useState<WalkedProfile>({})
  return (
    <>
      <WalkSettings
        languages={questionnaire.languages}
        {...{ language, profile }}
        onLanguage={setLanguage}
        onProfile={setProfile}
      />
      {isOpen ? (
        <div className={walkClasses.phone}>
          <Walk
            key={`${language} ${JSON.stringify(profile)}`}
            ask={(answers) =>
              client.admin.tryQuestionnaire.mutate({ questionnaire, answers, profile, language })
            }
            atEnd={(finished) =>
              isManager && <KeepTest {...{ surveyId, version }} walk={{ ...finished, profile, language }} />
            }
          />
        </div>
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('trySurvey.start')}
          </Button>
        </div>
      )}
    </>
  )
}

type KeepProps = {
  surveyId: string
  version: number
  walk: FinishedWalk & { profile: WalkedProfile; language: string }
}

function KeepTest({ surveyId: id, version, walk }: KeepProps) {
  const t = useT()
  const keep = useAction(trpc.admin.keepTestAnswer, {
    done: t('testAnswers.kept'),
    refresh: useRefreshDesk(id),
  })
  return (
    <Button
      mt="sm"
      disabled={keep.data !== undefined}
      loading={keep.isPending}
      onClick={() => keep.run({ id, version, ...walk })}
    >
      {t('testAnswers.keep')}
    </Button>
  )
}

type DeskProps = Props & { desk: SignOffDesk }

/** Links for a client's people, each to the draft as it was then, and what they decided. */
function Links({ surveyId: id, desk: { links, draftVersion }, isManager }: DeskProps) {
  const t = useT()
  const [url, setUrl] = useState<string>()
  const refresh = useRefreshDesk(id)
  const make = useAction(trpc.admin.createSignOffLink, { onDone: (made) => setUrl(made.url), refresh })
  return (
    <Section title={t('signOffDesk.links')} text={t('signOffDesk.linksText')}>
      {url && <ShownOnce title={t('signOffDesk.made')} secret={url} onDone={() => setUrl(undefined)} />}
      {isManager && (
        <div>
          <Button
            variant="default"
            disabled={draftVersion === 0}
            loading={make.isPending}
            onClick={() => make.run({ id, version: draftVersion })}
          >
            {t('signOffDesk.make')}
          </Button>
        </div>
      )}
      {links.length === 0 ? (
        <p className={blocks.quiet}>{t('signOffDesk.noLinks')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('signOffDesk.links')}>
          {links.map((link) => (
            <LinkRow key={link.id} surveyId={id} {...{ link, draftVersion, isManager }} />
          ))}
        </ul>
      )}
    </Section>
  )
}

type LinkRowProps = Props & { link: SignOffDesk['links'][number]; draftVersion: number }

function LinkRow({ surveyId, link, draftVersion, isManager }: LinkRowProps) {
  const t = useT()
  const refresh = useRefreshDesk(surveyId)
  const revoke = useAction(trpc.admin.revokeSignOffLink, { refresh })
  const { id, version, decided, isOpen, expiresAt, createdBy } = link
  const name = t('signOffDesk.link', { version, at: formatDateTime(link.createdAt) })
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{name}</strong>
        <span>{t(decided ? `signOffDesk.${decided.decision}` : 'signOffDesk.undecided')}</span>
      </div>
      <p className={blocks.quiet}>
        {[
          createdBy,
          isOpen ? t('signOffDesk.until', { at: formatDateTime(expiresAt) }) : t('signOffDesk.over'),
          decided && t('signOffDesk.by', { name: decided.name, at: formatDateTime(decided.decidedAt) }),
        ]
          .filter((fact) => fact)
          .join(' · ')}
      </p>
      {version < draftVersion && (
        <Text size="sm">{t('signOffDesk.older', { version, newest: draftVersion })}</Text>
      )}
      {isOpen && isManager && (
        <div>
          <Button
            variant="default"
            aria-label={`${t('signOffDesk.revoke')}: ${name}`}
            loading={revoke.isPending}
            onClick={() => revoke.run({ id })}
          >
            {t('signOffDesk.revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** What was written with links, by question; open ones first. */
function StaffComments({ surveyId, desk: { comments }, isManager }: DeskProps) {
  const t = useT()
  if (comments.length === 0) return null
  const questions = [...new Set(comments.map(({ questionId }) => questionId))].sort(
    (left, right) => (left ?? 0) - (right ?? 0),
  )
  const openFirst = comments.toSorted(
    (left, right) => Number(left.answer !== null) - Number(right.answer !== null),
  )
  const openCount = comments.filter(({ answer }) => answer === null).length
  return (
    <Section title={t('signOffDesk.comments')} text={t('signOffDesk.commentsText', { count: openCount })}>
      {questions.map((questionId) => {
        const own = openFirst.filter((comment) => comment.questionId === questionId)
        const title = own[0]?.question ?? t('signOffDesk.whole')
        return (
          <div key={questionId}>
            <strong>{title}</strong>
            <ul className={blocks.list} aria-label={title}>
              {own.map((comment) => (
                <CommentRow key={comment.id} {...{ surveyId, comment, isManager }} />
              ))}
            </ul>
          </div>
        )
      })}
    </Section>
  )
}

type CommentRowProps = Props & { comment: SignOffDesk['comments'][number] }

function CommentRow({ surveyId, comment, isManager }: CommentRowProps) {
  const t = useT()
  const form = useForm({ initialValues: { text: '' } })
  const refresh = useRefreshDesk(surveyId)
  const answer = useAction(trpc.admin.answerSignOffComment, { refresh, form })
  const { id, name, version, writtenAt, text, answeredBy } = comment
  return (
    <li className={list.row}>
      <div className={list.head}>
        <span className={blocks.quiet}>
          {[name, t('trySurvey.draft', { version }), formatDateTime(writtenAt)].join(' · ')}
        </span>
        <span>{t(answeredBy === null ? 'signOffDesk.open' : 'signOffDesk.answered')}</span>
      </div>
      <p className={walkClasses.words}>{text}</p>
      {comment.answer !== null && (
        <p className={walkClasses.words}>
          <strong>{answeredBy}:</strong> {comment.answer}
        </p>
      )}
      {comment.answer === null && isManager && (
        <form onSubmit={form.onSubmit((values) => answer.run({ id, text: values.text.trim() }))}>
          <Textarea
            label={t('signOffDesk.answer')}
            description={t('signOffDesk.answerText')}
            maxLength={2000}
            autosize
            minRows={2}
            {...form.getInputProps('text')}
          />
          <Button
            mt="sm"
            type="submit"
            variant="default"
            loading={answer.isPending}
            disabled={form.values.text.trim() === ''}
          >
            {t('signOffDesk.sendAnswer')}
          </Button>
        </form>
      )}
    </li>
  )
}
