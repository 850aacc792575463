import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import {
  defaultEconomy,
  type EconomyField,
  listEconomyChanges,
} from '@chuma/contract/admin/economy/economy-defaults'
import {
  type EconomyReport,
  type EconomyVersion,
  PRESET_FIELDS,
  warnAboutEconomy,
} from '@chuma/contract/admin/economy/economy-presets'
import { explainEconomy } from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import { Button, TextInput, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import { type KeysetPage, keysetPages } from '../../ui/states/keyset-pages.tsx'
import list from '../../ui/states/list.module.css'
import { MoreRows } from '../../ui/states/staff-lists.tsx'
import { EmptyState, Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './economy.module.css'
import { EconomyInput, ForecastSection } from './economy-input.tsx'
import { ECONOMY_FIELDS, ECONOMY_SECTIONS, type EconomySection, FIELD_GROUPS } from './field-groups.ts'
import { EconomyPresetChoice } from './preset-choice.tsx'
import { ChangeList } from './presets/choose-dialog.tsx'
import { type Editing, listMeanings, PreviewDialog, useDraft, WarningList } from './preview-dialog.tsx'

/** Every rate, limit and reward, what they mean in money, and who changed them. */
export function EconomyPage() {
  const t = useT()
  return <AdminFrame title={t('economy.title')}>{() => <EconomyContent />}</AdminFrame>
}

function EconomyContent() {
  // Refetches only on request, so that typed values stay, and never fills the form from stale data.
  const query = trpc.admin.getEconomy.useQuery(undefined, { refetchOnWindowFocus: false, gcTime: 0 })
  const [choices, setChoices] = useState(0)
  return (
    <>
      {/* A choice replaces the numbers in the form below. */}
      <EconomyPresetChoice onChosen={() => setChoices(choices + 1)} />
      <QueryView query={query} skeleton={<Skeletons count={4} height={200} />}>
        {(report) => <EconomyEditor key={choices} report={report} />}
      </QueryView>
      <HistorySection />
    </>
  )
}

const PAGE_SIZE = 10

function useVersions() {
  const { client } = trpc.useUtils()
  return useInfiniteQuery(
    keysetPages({
      key: getQueryKey(trpc.admin.listEconomyVersions),
      size: PAGE_SIZE,
      load: (page: KeysetPage<number>, signal) => client.admin.listEconomyVersions.query(page, { signal }),
      cursorOf: ({ version }) => version,
    }),
  )
}

/** Who changed what, and why. */
function HistorySection() {
  const t = useT()
  const query = useVersions()
  return (
    <Section title={t('economy.history')} text={t('economy.historyText')}>
      <MoreRows
        query={query}
        skeleton={<Skeletons count={3} height={96} />}
        empty={
          <EmptyState
            icon={<IconHistory />}
            title={t('economy.historyEmpty')}
            text={t('economy.historyEmptyText')}
          />
        }
        more={t('economy.more')}
      >
        {(versions) => (
          <ul className={blocks.list} aria-label={t('economy.history')}>
            {versions.map((version) => (
              <VersionRow key={version.version} version={version} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

function VersionRow({
  version: { version, changedBy, reason, createdAt, changes, preset },
}: {
  version: EconomyVersion
}) {
  const t = useT()
  const label = t('economy.version', { version })
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{label}</strong>
        <span className={blocks.quiet}>
          {t('economy.savedBy', { name: actorName(t, changedBy), time: formatDateTime(createdAt) })}
        </span>
      </div>
      {preset && (
        <p className={blocks.quiet}>{t('preset.ofVersion', { name: t(`preset.name.${preset}`) })}</p>
      )}
      <p className={blocks.flush}>{reason}</p>
      {changes.length > 0 ? (
        <ChangeList label={label} changes={changes} />
      ) : (
        <p className={blocks.quiet}>{t(version === 1 ? 'economy.firstVersion' : 'economy.sameNumbers')}</p>
      )}
    </li>
  )
}

/** The form with all numbers, beside what they mean. */
function EconomyEditor({ report }: { report: EconomyReport }) {
  const t = useT()
  const utils = trpc.useUtils()
  const editing = useDraft(report)
  const isReadOnly = !useMay('economy:manage')
  const [isStale, setStale] = useState(false)
  const beStale = () => {
    setStale(true)
    void utils.admin.getEconomy.invalidate()
  }
  return (
    <>
      {isStale && <StaleNotice editing={editing} onDone={() => setStale(false)} />}
      <div className={classes.columns}>
        <div className={classes.groups}>
          {isReadOnly && <p className={blocks.flush}>{t('economy.readOnly')}</p>}
          <Settings editing={editing} isReadOnly={isReadOnly} />
        </div>
        <section
          className={classes.beside}
          aria-label={t('economy.beside')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
        >
          <MeaningSection editing={editing} />
          {!isReadOnly && <SaveBar editing={editing} onStale={beStale} />}
        </section>
      </div>
      <ForecastSection
        record={editing.valid}
        tasks={editing.base.tasks}
        owedPoints={editing.base.owedPoints}
      />
    </>
  )
}

type SettingsProps = { editing: Editing; isReadOnly: boolean }

/** The settings by what they decide. A search looks through all of them. */
function Settings({ editing, isReadOnly }: SettingsProps) {
  const t = useT()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const isFound = (field: EconomyField) =>
    `${t(`economyField.${field}`)} ${t(`economyHelp.${field}`)}`.toLowerCase().includes(wanted)
  const preset = usePreset(editing.base.record)
  const notable = new Set([
    ...listEconomyChanges(preset, editing.valid).map(({ field }) => field),
    ...editing.changes.map(({ field }) => field),
    ...Object.keys(editing.errors).map((path) => path.split('.')[0]),
  ])
  return (
    <>
      <div>
        <TextInput
          type="search"
          label={t('economy.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <p className={blocks.flush} role="status">
          {ECONOMY_FIELDS.some(isFound) ? '' : t('economy.searchEmpty', { search: search.trim() })}
        </p>
      </div>
      {ECONOMY_SECTIONS.map((section) => (
        <SettingsSection
          key={section}
          section={section}
          editing={editing}
          isReadOnly={isReadOnly}
          isNotable={(field) => notable.has(field)}
          {...(wanted !== '' && { isFound })}
        />
      ))}
    </>
  )
}

type SectionProps = SettingsProps & {
  section: EconomySection
  /** It differs from the preset, was changed, or is not valid. */
  isNotable: (field: EconomyField) => boolean
  /** Only while something is searched for. */
  isFound?: (field: EconomyField) => boolean
}

/** What a section decides and, until all are asked for, only its notable settings. */
function SettingsSection({ section, editing, isReadOnly, isNotable, isFound }: SectionProps) {
  const t = useT()
  const [isWhole, setWhole] = useState(false)
  const groups = FIELD_GROUPS.filter((group) => group.section === section)
  const count = groups.reduce((sum, { fields }) => sum + fields.length, 0)
  const isShown = isFound ?? ((field: EconomyField) => isWhole || isNotable(field))
  const shown = groups
    .map(({ group, fields }) => ({ group, fields: fields.filter(isShown) }))
    .filter(({ fields }) => fields.length > 0)
  if (isFound && shown.length === 0) return null
  return (
    <Section title={t(`economySection.${section}`)} text={decide(t, section, editing.valid)}>
      {shown.map(({ group, fields }) => (
        <div key={group}>
          {groups.length > 1 && (
            <Title order={3} size="h4" mb="xs">
              {t(`economyGroup.${group}`)}
            </Title>
          )}
          <div className={classes.fields}>
            {fields.map((field) => (
              <EconomyInput key={field} field={field} editing={editing} isReadOnly={isReadOnly} />
            ))}
          </div>
        </div>
      ))}
      {!isFound && (
        <Button variant="default" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('economy.showOwn') : t('economy.showAll', { count })}
        </Button>
      )}
    </Section>
  )
}

/** The record as the chosen preset would have it. */
function usePreset(record: Economy): Economy {
  const { data: presets } = trpc.admin.listEconomyPresets.useQuery({}, { enabled: false })
  const chosen = presets?.chosen?.choice === 'sustainable' ? 'sustainable' : 'specified'
  const numbers = presets?.options.find(({ choice }) => choice === chosen)?.record ?? record
  const ofPreset = Object.fromEntries(PRESET_FIELDS.map((field) => [field, numbers[field]]))
  return { ...economy.parse(defaultEconomy), ...ofPreset }
}

/** One sentence about what the section's numbers decide. */
function decide(t: Translate, section: EconomySection, record: Economy): string {
  const points = (count: number) => formatPoints(t, count)
  switch (section) {
    case 'worth':
      return t('economySection.worthText', {
        point: formatKes(record.kesPerPoint),
        survey: points(rewardPoints(1, record.pointsPerUsd)),
      })
    case 'rewards':
      return t('economySection.rewardsText', {
        login: points(record.dailyLoginPoints),
        spin: Math.max(...record.spinTable.map((row) => row.points)),
        quiz: record.quizMaxPoints,
        fee: formatKes(record.premiumKesPerMonth),
      })
    case 'payouts':
      return t('economySection.payoutsText', {
        minimum: points(record.minWithdrawalPoints),
        hours: record.firstPayoutHoldHours,
        mode: t(`automaticMode.${record.automaticPayout}`),
      })
    case 'people':
      return record.twoAdminsFromKes === 0
        ? t('economySection.peopleOneText')
        : t('economySection.peopleText', { amount: formatKes(record.twoAdminsFromKes) })
    case 'time':
      return t('economySection.timeText', { zone: record.timeZone, day: record.taxDueDay })
  }
}

function SaveBar({ editing, onStale }: { editing: Editing; onStale: () => void }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const { isValid, changes, base } = editing
  const preview = () => {
    if (isValid) setAsked(true)
    else showToast({ kind: 'error', title: t('economy.notValidTitle'), message: t('economy.notValid') })
  }
  const isTouched = changes.length > 0 || !isValid
  return (
    <div className={classes.bar}>
      <p className={blocks.flush} role="status">
        {t('economy.changed', { count: changes.length })}{' '}
        <span className={blocks.quiet}>{t('economy.version', { version: base.version })}</span>
      </p>
      <div className={blocks.actions}>
        <Button variant="default" disabled={!isTouched} onClick={editing.discard}>
          {t('economy.discard')}
        </Button>
        <Button disabled={!isTouched} onClick={preview}>
          {t('economy.preview')}
        </Button>
      </div>
      <PreviewDialog
        key={base.version}
        editing={editing}
        opened={isAsked}
        onClose={() => setAsked(false)}
        onStale={onStale}
      />
    </div>
  )
}

/** Shows what someone else changed first, and lets staff continue with what they typed. */
function StaleNotice({ editing, onDone }: { editing: Editing; onDone: () => void }) {
  const t = useT()
  const { data: newest } = trpc.admin.getEconomy.useQuery(undefined, { staleTime: 0, gcTime: 0 })
  if (!newest) return null
  const changes = listEconomyChanges(editing.base.record, newest.record)
  return (
    <div role="alert" className={classes.stale}>
      <Notice
        title={t('economy.staleTitle')}
        action={
          <Button
            disabled={newest.version === editing.base.version}
            onClick={() => {
              editing.goOnFrom(newest)
              onDone()
            }}
          >
            {t('economy.staleAction')}
          </Button>
        }
      >
        {t('economy.stale')}
      </Notice>
      {changes.length > 0 && (
        <>
          <Title order={3} size="h4">
            {t('word.whatChanged')}
          </Title>
          <ChangeList label={t('word.whatChanged')} changes={changes} />
        </>
      )}
    </div>
  )
}

const points = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })

/** Updates as numbers are typed. */
function MeaningSection({ editing: { valid, isValid, base } }: { editing: Editing }) {
  const t = useT()
  const meaning = explainEconomy(valid, base.tasks)
  const warnings = warnAboutEconomy(valid, meaning)
  return (
    <Section title={t('economy.meaning')} text={t(isValid ? 'economy.meaningText' : 'economy.meaningOld')}>
      <dl className={classes.figures}>
        {listMeanings(t, valid, base).map(({ name, value, isLoss }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-loss={isLoss || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Title order={3} size="h4">
          {t('economy.warnings')}
        </Title>
        {warnings.length > 0 ? (
          <WarningList label={t('economy.warnings')} warnings={warnings} />
        ) : (
          <p className={blocks.flush}>{t('economy.noWarnings')}</p>
        )}
      </div>
      <table className={classes.table}>
        <caption>{t('economy.rewards')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('economy.reward')}</th>
            <th scope="col">{t('economy.pointsADay')}</th>
            <th scope="col">{t('economy.kesAMonth')}</th>
          </tr>
        </thead>
        <tbody>
          {meaning.rewards.map(({ reward, points: daily, monthKes }) => (
            <tr key={reward}>
              <th scope="row">{t(`dailyReward.${reward}`)}</th>
              <td>{points.format(daily)}</td>
              <td>{formatKes(Math.round(monthKes))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
