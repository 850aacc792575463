import type { ProfileAnswer, ProfileOverview } from '@chuma/contract/profile/profile'
import {
  type AttributeKey,
  attributesOf,
  PROFILE_ATTRIBUTES,
  type ProfileGroup,
} from '@chuma/contract/profile/profile-attributes'
import { Button, Checkbox, Group, Stack, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { SettingSwitch } from '../account/settings/setting-switch.tsx'
import { formatDay } from '../i18n/format-date.ts'
import { useLanguage, useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import choices from '../ui/forms/choices.module.css'
import { BackLink } from '../ui/page/back-link.tsx'
import { Page } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { useRefreshPoints } from '../wallet/movements.tsx'
import { AnswerForm, AttributeField } from './attribute-field.tsx'
import classes from './profile.module.css'
import { sayCodes, useProfileChange } from './use-profile-change.ts'

/** What the member told about themselves: questions that pay, the answers, and with whom they are shared. */
export function ProfileAnswersPage() {
  const t = useT()
  const query = trpc.profile.getProfile.useQuery()
  return (
    <Page title={t('aboutYou.title')} lead={t('aboutYou.lead')}>
      <BackLink to="/profile">{t('word.profile')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
        {(overview) => (
          <div className={blocks.sections}>
            <GroupList overview={overview} />
            <AnswerList answers={overview.answers} />
            <SharingSection sharedSince={overview.sharedSince} />
            <LinkingSection linkedSince={overview.linkedSince} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}

/** The consent to pass answers to partners, apart from the consent to store them. */
function SharingSection({ sharedSince }: Pick<ProfileOverview, 'sharedSince'>) {
  const t = useT()
  const { show, failure } = useProfileChange()
  const share = useAction(trpc.profile.shareProfile, { onDone: show, failure })
  return (
    <Section title={t('aboutYou.sharing')} text={t('aboutYou.sharingText')}>
      <SettingSwitch
        label={t('aboutYou.sharingSwitch')}
        description={sharedSince ? t('aboutYou.sharedSince', { day: formatDay(sharedSince) }) : undefined}
        isOn={sharedSince !== null}
        onChange={(isShared) => share.run({ isShared })}
      />
    </Section>
  )
}

/** The consent to a key that is the same in all surveys of a series. */
function LinkingSection({ linkedSince }: Pick<ProfileOverview, 'linkedSince'>) {
  const t = useT()
  const { show, failure } = useProfileChange()
  const link = useAction(trpc.profile.shareProfile, { onDone: show, failure })
  return (
    <Section title={t('aboutYou.linking')} text={t('aboutYou.linkingText')}>
      <SettingSwitch
        label={t('aboutYou.linkingSwitch')}
        description={linkedSince ? t('aboutYou.sharedSince', { day: formatDay(linkedSince) }) : undefined}
        isOn={linkedSince !== null}
        onChange={(isLinked) => link.run({ isLinked })}
      />
    </Section>
  )
}

/** The groups of questions, each with what it pays. One is open at a time. */
function GroupList({ overview: { groups, answers } }: { overview: ProfileOverview }) {
  const t = useT()
  const [open, setOpen] = useState<ProfileGroup | null>(null)
  return (
    <Section title={t('word.questions')} text={t('aboutYou.groupsText')}>
      <ul className={blocks.list}>
        {groups.map(({ id, isAnswered, points }) => (
          <li key={id}>
            <div className={classes.row}>
              <div>
                <Title order={3} size="h4" id={`group-${id}`}>
                  {t(`aboutYou.group.${id}`)}
                </Title>
                <p className={blocks.quiet}>
                  {t('aboutYou.questionCount', { count: attributesOf(id).length })} ·{' '}
                  {points > 0 ? t('aboutYou.pays', { points }) : t('aboutYou.paid')}
                </p>
              </div>
              {open !== id && (
                <Button
                  id={`open-${id}`}
                  aria-labelledby={`open-${id} group-${id}`}
                  variant={isAnswered ? 'default' : 'filled'}
                  onClick={() => setOpen(id)}
                >
                  {t(isAnswered ? 'word.answerAgain' : 'word.answer')}
                </Button>
              )}
            </div>
            {open === id && <GroupForm group={id} answers={answers} onDone={() => setOpen(null)} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Answers = Partial<Record<AttributeKey, string[]>>
type Props = { group: ProfileGroup; answers: ProfileOverview['answers']; onDone: () => void }

/** All questions of a group, with the consent that they need. */
function GroupForm({ group, answers: known, onDone }: Props) {
  const t = useT()
  const attributes = attributesOf(group)
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(known.map(({ attribute, codes }) => [attribute, codes])),
  )
  const [isConsented, setConsented] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const send = useAnswerGroup(onDone)
  const isMissing = (attribute: AttributeKey) => (answers[attribute] ?? []).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isConsented || attributes.some(isMissing)) return
    const given = Object.fromEntries(
      attributes.map((attribute) => [attribute, answers[attribute]]),
    ) as Answers
    send.run({ group, answers: given, isConsented })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl" pb="lg">
        {attributes.map((attribute) => (
          <AttributeField
            key={attribute}
            attribute={attribute}
            codes={answers[attribute] ?? []}
            onAnswer={(codes) => setAnswers((before) => ({ ...before, [attribute]: codes }))}
            problem={
              isChecked && isMissing(attribute)
                ? t('aboutYou.answerMissing')
                : problemOf(send.error, attribute)
            }
          />
        ))}
        <Checkbox
          classNames={choices}
          label={t('aboutYou.consent')}
          checked={isConsented}
          onChange={({ currentTarget }) => setConsented(currentTarget.checked)}
          error={isChecked && !isConsented ? t('aboutYou.consentMissing') : undefined}
        />
        <Group>
          <Button type="submit" loading={send.isPending}>
            {t('aboutYou.send')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('aboutYou.close')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the server says about one answer. */
function problemOf(error: unknown, attribute: AttributeKey): string | undefined {
  return isApiError(error) ? error.data?.fieldErrors?.[`answers.${attribute}`]?.[0] : undefined
}

function useAnswerGroup(onDone: () => void) {
  const t = useT()
  const { show, failure } = useProfileChange()
  const refreshPoints = useRefreshPoints()
  return useAction(trpc.profile.answerGroup, {
    onDone: ({ overview }) => {
      show(overview)
      void refreshPoints()
      onDone()
    },
    done: ({ pointsEarned }) => ({
      title: t('aboutYou.earnedTitle'),
      message: pointsEarned > 0 ? t('aboutYou.earned', { points: pointsEarned }) : t('aboutYou.saved'),
    }),
    failure,
  })
}

/** Every answer with its day and expiry, to change or withdraw. */
function AnswerList({ answers }: Pick<ProfileOverview, 'answers'>) {
  const t = useT()
  return (
    <Section title={t('aboutYou.list')} text={t('aboutYou.listText')}>
      {answers.length === 0 ? (
        <p className={blocks.flush}>{t('aboutYou.listEmpty')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('aboutYou.list')}>
          {answers.map((answer) => (
            <li key={answer.attribute}>
              <AnswerRow answer={answer} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function AnswerRow({ answer }: { answer: ProfileAnswer }) {
  const t = useT()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { attribute, codes, answeredAt, expiresAt } = answer
  const name = PROFILE_ATTRIBUTES[attribute].name[language]
  const days = { day: formatDay(answeredAt), until: formatDay(expiresAt) }
  return (
    <>
      <div className={classes.row}>
        <div>
          <p className={classes.name}>
            {name}: {sayCodes(attribute, codes, language)}
          </p>
          <p className={blocks.quiet}>
            {t(new Date(expiresAt).getTime() > Date.now() ? 'aboutYou.until' : 'aboutYou.expired', days)}
          </p>
        </div>
        <div className={blocks.actions}>
          <Button
            variant="default"
            aria-label={t('aboutYou.changeOf', { name })}
            onClick={() => setOpen(true)}
          >
            {t('aboutYou.change')}
          </Button>
          <Withdraw attribute={attribute} name={name} />
        </div>
      </div>
      {isOpen && (
        <AnswerForm attribute={attribute} codes={codes} source="page" onDone={() => setOpen(false)} />
      )}
    </>
  )
}

function Withdraw({ attribute, name }: Pick<ProfileAnswer, 'attribute'> & { name: string }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const { show, failure } = useProfileChange()
  const withdraw = useAction(trpc.profile.withdrawAnswer, {
    onDone: (overview) => {
      setAsked(false)
      show(overview)
    },
    done: { title: name, message: t('aboutYou.withdrawn') },
    failure,
  })
  return (
    <>
      <Button
        variant="default"
        aria-label={t('aboutYou.withdrawOf', { name })}
        onClick={() => setAsked(true)}
      >
        {t('aboutYou.withdraw')}
      </Button>
      <ConfirmDialog
        title={t('aboutYou.withdrawTitle')}
        text={t('aboutYou.withdrawText')}
        action={t('aboutYou.withdraw')}
        opened={isAsked}
        isPending={withdraw.isPending}
        onConfirm={() => withdraw.run({ attribute })}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
