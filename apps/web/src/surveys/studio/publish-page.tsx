import { formatKes } from '@chuma/contract/format-money'
import type { SurveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import { Button, Switch, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { toInput, toValues, useRefreshOffers } from '../offers/offer-row.tsx'
import { QuestionnaireIsLive } from '../questionnaire/live-notices.tsx'
import { CheckList } from '../questionnaire/phone.tsx'
import { SignOffSections } from '../sign-off/sign-off-sections.tsx'
import { AnswerQuality } from './answer-quality.tsx'
import { DryRun } from './dry-run.tsx'
import { SurveyFrame } from './survey-frame.tsx'

/** What a survey reaches and costs, its questions made final, and the switch that shows it to members. */
export function PublishPage({ surveyId: id }: { surveyId: string }) {
  const survey = trpc.admin.getSurvey.useQuery({ id })
  return (
    <SurveyFrame surveyId={id}>
      {({ permissions }) => (
        <QueryView query={survey} skeleton={<Skeletons count={3} height={140} />}>
          {(offer) => {
            const isManager = permissions.includes('offers:manage')
            return (
              <>
                <Outlook offer={offer} />
                {offer.kind === 'questions' && <Questions surveyId={id} isManager={isManager} />}
                {offer.kind === 'questions' && <Rehearsal surveyId={id} isManager={isManager} />}
                {offer.kind === 'questions' && <Quality offer={offer} isManager={isManager} />}
                <Activity offer={offer} isManager={isManager} />
                {isManager && <Copy offer={offer} />}
              </>
            )
          }}
        </QueryView>
      )}
    </SurveyFrame>
  )
}

const whole = new Intl.NumberFormat('en-KE', { maximumSignificantDigits: 3 })

/** How many members it reaches, what a complete costs, and how long the field takes. */
function Outlook({ offer: { id, rewardPoints, quota, takenCount } }: { offer: SurveyOfferDetail }) {
  const t = useT()
  const eligibility = trpc.admin.getEligibility.useQuery({ id })
  const rule = eligibility.data?.rule
  const audience = trpc.admin.countAudience.useQuery(
    { id, rule: rule ? JSON.stringify(rule) : undefined },
    { enabled: eligibility.isSuccess },
  )
  const quotas = trpc.admin.getQuotas.useQuery({ id })
  const { kesPerPoint = 0 } = trpc.wallet.getTerms.useQuery().data ?? {}
  const target = quotas.data?.total || quota
  const missing = target === null ? null : Math.max(0, target - takenCount)
  const perDay = audience.data?.completesPerDay ?? null
  const reached = audience.data?.reached?.members
  return (
    <StatGrid label={t('studio.outlook')}>
      <StatCard label={t('studio.reach')} note={t('studio.reachText')}>
        {reached === undefined ? '–' : whole.format(reached)}
      </StatCard>
      <StatCard label={t('studio.cost')} note={formatPoints(t, rewardPoints)}>
        {formatKes(rewardPoints * kesPerPoint)}
      </StatCard>
      <StatCard
        label={t('studio.field')}
        note={
          missing === null
            ? t('studio.noTarget')
            : perDay
              ? t('studio.perDay', { count: missing, perDay: whole.format(perDay) })
              : t('studio.noPace')
        }
      >
        {missing === null || !perDay ? '–' : t('studio.days', { count: Math.ceil(missing / perDay) })}
      </StatCard>
    </StatGrid>
  )
}

function Questions({ surveyId: id, isManager }: { surveyId: string; isManager: boolean }) {
  const t = useT()
  const refresh = useRefreshOffers()
  const utils = trpc.useUtils()
  const draft = trpc.admin.getQuestionnaire.useQuery({ id })
  const check = trpc.admin.checkQuestionnaire.useQuery(
    { id },
    { enabled: (draft.data?.version ?? 0) > 0, staleTime: 0, gcTime: 0 },
  )
  const publish = useAction(trpc.admin.publishQuestionnaire, {
    failure: { title: t('surveyOffers.error') },
    done: ({ version }) => t('questionnaire.published', { version }),
    refresh: () => Promise.all([refresh(), utils.admin.getQuestionnaire.invalidate({ id })]),
  })
  return (
    <Section title={t('questions.title')}>
      <QueryView query={draft} skeleton={<Skeletons count={1} height={96} />}>
        {({ version, questionnaire, publishedVersion, isPublished }) => (
          <>
            <QuestionnaireIsLive
              published={publishedVersion}
              isList={version === 0 && questionnaire !== null}
            />
            {questionnaire && version > 0 && (
              <CheckList
                questionnaire={questionnaire}
                issues={check.data?.issues ?? []}
                undecidedCount={check.data?.undecidedCount ?? 0}
                isOutdated={check.data === undefined}
              />
            )}
            {version === 0 && <Text c="dimmed">{t('studio.noDraft')}</Text>}
            {isManager && (
              <div>
                <Button
                  disabled={version === 0 || isPublished || !check.data?.isPublishable}
                  loading={publish.isPending}
                  onClick={() => publish.run({ id, version })}
                >
                  {t('questionnaire.publish')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

/** Only of a questionnaire: a plain list asks everyone the same. */
function Rehearsal({ surveyId: id, isManager }: { surveyId: string; isManager: boolean }) {
  const hasDraft = (trpc.admin.getQuestionnaire.useQuery({ id }).data?.version ?? 0) > 0
  const check = trpc.admin.checkQuestionnaire.useQuery({ id }, { enabled: hasDraft, staleTime: 0, gcTime: 0 })
  return (
    hasDraft && (
      <>
        <DryRun surveyId={id} isReady={check.data?.isPublishable === true} />
        <SignOffSections surveyId={id} isManager={isManager} />
      </>
    )
  )
}

/** Its rules, filled again with what someone else has saved. */
function Quality({ offer, isManager }: { offer: SurveyOfferDetail; isManager: boolean }) {
  const draft = trpc.admin.getQuestionnaire.useQuery({ id: offer.id })
  if (!draft.data) return null
  const hasQuestionnaire = draft.data.version > 0
  return <AnswerQuality key={offer.version} {...{ offer, hasQuestionnaire, isManager }} />
}

/** Whether members see it. */
function Activity({ offer, isManager }: { offer: SurveyOfferDetail; isManager: boolean }) {
  const t = useT()
  const { id, version, isActive } = offer
  const refresh = useRefreshOffers()
  const update = useAction(trpc.admin.updateSurvey, {
    failure: { title: t('surveyOffers.error') },
    done: { title: t('surveyOffers.success'), message: t('surveyOffers.updated') },
    onEnd: refresh,
  })
  return (
    <Section title={t('studio.active')}>
      <Switch
        label={t('surveyOffers.active')}
        description={t('studio.activeText')}
        checked={isActive}
        disabled={!isManager || update.isPending}
        onChange={({ currentTarget: { checked } }) =>
          update.run({ ...toInput({ ...toValues(offer), isActive: checked }), id, version })
        }
      />
      <p className={blocks.quiet}>{t(isActive ? 'studio.isShown' : 'studio.isHidden')}</p>
    </Section>
  )
}

/** Of an offer's title (the contract's). */
const MAX_TITLE = 200

/** A survey like this one, with its questions, that nobody sees yet. */
function Copy({ offer }: { offer: SurveyOfferDetail }) {
  const t = useT()
  const navigate = useNavigate()
  const refresh = useRefreshOffers()
  const draft = trpc.admin.getQuestionnaire.useQuery({ id: offer.id })
  const failure = { title: t('surveyOffers.error') }
  const open = (surveyId: string) =>
    navigate({ to: '/admin/surveys/$surveyId/publish', params: { surveyId } })
  const write = useAction(trpc.admin.saveQuestionnaire, { failure, onDone: (_saved, { id }) => open(id) })
  const create = useAction(trpc.admin.createSurvey, {
    failure,
    done: t('studio.copied'),
    onDone: ({ id }) => {
      const questionnaire = draft.data?.questionnaire
      if (questionnaire) write.run({ id, version: 0, questionnaire })
      else void open(id)
    },
    refresh,
  })
  const title = t('studio.copyOf', { title: offer.title }).slice(0, MAX_TITLE)
  return (
    <Section title={t('studio.copy')} text={t('studio.copyText')}>
      <div>
        <Button
          variant="default"
          disabled={!draft.isSuccess}
          loading={create.isPending || write.isPending}
          onClick={() =>
            create.run({
              ...toInput({ ...toValues(offer), title, isActive: false }),
              answerQuality: offer.answerQuality,
            })
          }
        >
          {t('studio.copyThis')}
        </Button>
      </div>
    </Section>
  )
}
