import {
  describeEconomyChoice,
  ECONOMY_CHOICES,
  type EconomyChoice,
  type EconomyOption,
  type EconomyPresets,
} from '@chuma/contract/admin/economy/economy-presets'
import {
  ASSUMPTIONS,
  type AssumptionName,
  defaultAssumptions,
  type EconomyAssumptions,
  economyAssumptions,
  PROJECTED_TASKS,
} from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import type { Problem } from '@chuma/contract/problems'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { Button, Radio } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import economyClasses from './economy.module.css'
import presetFiguresClasses from './economy.module.css'
import { ChooseDialog, ProjectionPanels } from './presets/choose-dialog.tsx'
import classes from './presets/presets.module.css'

type Props = {
  /** Show the assumptions and the projection from the start. */
  isOpen?: boolean
  /** After a choice was saved, or found to be the newest already. */
  onChosen?: (() => unknown) | undefined
}

/** The economy presets side by side, what they are computed from, and the choice of one. */
export function EconomyPresetChoice({ isOpen = false, onChosen }: Props) {
  // Refetches only on request, so that the figures stay those of the typed assumptions.
  const query = trpc.admin.listEconomyPresets.useQuery({}, { refetchOnWindowFocus: false, staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={260} />}>
      {(presets) => <Choice presets={presets} isOpen={isOpen} onChosen={onChosen} />}
    </QueryView>
  )
}

function Choice({
  presets,
  isOpen,
  onChosen,
}: Required<Pick<Props, 'isOpen'>> & Props & { presets: EconomyPresets }) {
  const t = useT()
  const id = useId()
  const isReadOnly = !useMay('economy:manage')
  const editing = useAssumptions(presets)
  const [choice, setChoice] = useState<EconomyChoice>(() => startChoice(presets))
  const [isShown, setShown] = useState(isOpen)
  const [isAsked, setAsked] = useState(false)
  const option = editing.options.find((each) => each.choice === choice) ?? editing.options[0]
  if (!option) return null
  const Icon = isShown ? IconChevronUp : IconChevronDown
  return (
    <>
      <Section title={t('preset.title')} text={t('preset.text')}>
        <ChosenLine presets={presets} />
        <PresetCards options={editing.options} choice={choice} onChoose={setChoice} />
        <div className={blocks.actions}>
          {!isReadOnly && (
            <Button disabled={!editing.isValid} onClick={() => setAsked(true)}>
              {t('preset.use')}
            </Button>
          )}
          <Button
            variant="default"
            aria-expanded={isShown}
            aria-controls={id}
            rightSection={<Icon aria-hidden size={20} />}
            onClick={() => setShown(!isShown)}
          >
            {t('preset.details')}
          </Button>
        </div>
      </Section>
      <div id={id} className={classes.details}>
        {isShown && (
          <>
            <div className={classes.typed}>
              <AssumptionFields editing={editing} isReadOnly={isReadOnly} />
              <div className={classes.results}>
                <Section title={t('preset.results', { name: t(`preset.name.${option.choice}`) })}>
                  <PresetFigures option={option} />
                </Section>
              </div>
            </div>
            <ProjectionPanels option={option} owedPoints={presets.owedPoints} />
          </>
        )}
      </div>
      {isAsked && (
        <ChooseDialog
          presets={presets}
          option={option}
          assumptions={editing.valid}
          onClose={() => setAsked(false)}
          onChosen={onChosen}
        />
      )}
    </>
  )
}

/** What is in use, or the preset that makes the money work. */
function startChoice({ chosen, options }: EconomyPresets): EconomyChoice {
  const current = options.find(({ isCurrent }) => isCurrent)
  return chosen && current ? current.choice : 'sustainable'
}

/** Who chose what and when, or what waits for a choice. */
function ChosenLine({ presets: { chosen, isChoiceRequired } }: { presets: EconomyPresets }) {
  const t = useT()
  if (!chosen) {
    return isChoiceRequired ? (
      <Notice title={t('preset.missingTitle')}>{t('preset.missing')}</Notice>
    ) : (
      <p className={blocks.quiet}>{t('preset.notChosen')}</p>
    )
  }
  return (
    <p className={blocks.quiet}>
      {t('preset.chosen', {
        name: t(`preset.name.${chosen.choice}`),
        actor: actorName(t, chosen.changedBy),
        time: formatDateTime(chosen.createdAt),
      })}
    </p>
  )
}

type PresetCardsProps = {
  options: readonly EconomyOption[]
  choice: EconomyChoice
  onChoose: (choice: EconomyChoice) => void
}

/** One card per choice, with the same figures in the same order. */
function PresetCards({ options, choice, onChoose }: PresetCardsProps) {
  const t = useT()
  return (
    <Radio.Group
      className={classes.group ?? ''}
      aria-label={t('preset.title')}
      value={choice}
      onChange={(value) => {
        const chosen = options.find((option) => option.choice === value)
        if (chosen) onChoose(chosen.choice)
      }}
    >
      <div className={classes.cards}>
        {options.map((option) => (
          <div
            key={option.choice}
            className={classes.card}
            data-chosen={option.choice === choice || undefined}
          >
            <div className={list.head}>
              <Radio
                value={option.choice}
                label={t(`preset.name.${option.choice}`)}
                description={t(`preset.about.${option.choice}`)}
              />
              {option.isCurrent && (
                <StatusBadge tone="good" Icon={IconCheck}>
                  {t('preset.inUse')}
                </StatusBadge>
              )}
            </div>
            <PresetFigures option={option} />
          </div>
        ))}
      </div>
    </Radio.Group>
  )
}

type AssumptionFieldsProps = { editing: AssumptionEditing; isReadOnly: boolean }

/** What the sustainable preset and the projections are computed from. */
function AssumptionFields({ editing, isReadOnly }: AssumptionFieldsProps) {
  const t = useT()
  return (
    <Section
      title={t('assumption.title')}
      text={t(editing.isValid ? 'assumption.text' : 'economy.meaningOld')}
    >
      {ASSUMPTION_GROUPS.map(({ group, names }) => (
        <fieldset key={group} className={classes.fieldset}>
          <legend className={economyClasses.legend}>{t(`assumptionGroup.${group}`)}</legend>
          <div className={classes.fields}>
            {names.map((name) => (
              <AssumptionInput key={name} name={name} editing={editing} isReadOnly={isReadOnly} />
            ))}
          </div>
        </fieldset>
      ))}
      {!isReadOnly && (
        <Button variant="default" onClick={editing.restoreDefaults}>
          {t('assumption.restore')}
        </Button>
      )}
    </Section>
  )
}

function AssumptionInput({ name, editing, isReadOnly }: AssumptionFieldsProps & { name: AssumptionName }) {
  const t = useT()
  const assumption = ASSUMPTIONS[name]
  return (
    <NumberInput
      label={t(`assumption.${name}`)}
      description={t(`assumptionSource.${name}`)}
      suffix={assumption.unit === 'percent' ? '%' : ''}
      prefix={assumption.unit === 'usd' ? '$' : ''}
      thousandSeparator=","
      allowDecimal={!('isWhole' in assumption)}
      decimalScale={2}
      allowNegative={assumption.min < 0}
      readOnly={isReadOnly}
      error={editing.errors[name]}
      value={editing.draft[name]}
      onChange={(value) => editing.set(name, value)}
    />
  )
}

/** Every assumption, grouped as on the page. */
export const ASSUMPTION_GROUPS = [
  {
    group: 'partners',
    names: ['payoutSharePercent', 'surveyUsd', 'kesPerUsd', 'freeSurveys', 'premiumSurveys'],
  },
  { group: 'premium', names: ['premiumKesPerMonth', 'premiumSharePercent'] },
  {
    group: 'use',
    names: [
      'freeLogins',
      'premiumLogins',
      'premiumSpins',
      'premiumQuizzes',
      'quizCorrectPercent',
      ...PROJECTED_TASKS.map(({ times: [name] }) => name),
      'profileGroups',
    ],
  },
  { group: 'sponsors', names: PROJECTED_TASKS.map(({ incomeKes: [name] }) => name) },
  {
    group: 'payouts',
    names: ['minimumWithdrawalKes', 'payoutChargePercent', 'withdrawnPercent', 'breakagePercent'],
  },
  {
    group: 'result',
    names: [
      'marginPercent',
      'startingMembers',
      'slowGrowthPercent',
      'mediumGrowthPercent',
      'fastGrowthPercent',
    ],
  },
] as const satisfies readonly { group: string; names: readonly AssumptionName[] }[]

function PresetFigures({ option }: { option: EconomyOption }) {
  const t = useT()
  return (
    <dl className={presetFiguresClasses.figures}>
      {listPresetFigures(t, option).map(({ name, value, isLoss }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-loss={isLoss || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Figure = { name: string; value: string; isLoss: boolean }

const kes = (amount: number) => formatKes(Math.round(amount))

/** List what a choice means, in the order of the cards: what members get, then what it leaves. */
function listPresetFigures(t: Translate, { record, projection }: EconomyOption): Figure[] {
  const { kesPerPoint } = record
  const { free, premium, average } = projection.member
  const year = projection.years.find(({ growth }) => growth === 'medium')
  const worth = (points: number) =>
    t('preset.pointsWorth', { points: formatPoints(t, points), amount: kes(points * kesPerPoint) })
  const money = (name: string, amount: number) => ({ name, value: kes(amount), isLoss: amount < 0 })
  const words = (name: string, value: string) => ({ name, value, isLoss: false })
  return [
    words(t('preset.pointValue'), kes(kesPerPoint)),
    words(t('preset.dollar'), worth(rewardPoints(1, record.pointsPerUsd))),
    words(t('preset.login'), worth(record.dailyLoginPoints)),
    words(t('preset.minimum'), worth(record.minWithdrawalPoints)),
    money(t('preset.freeCost'), free.costKes),
    money(t('preset.premiumCost'), premium.costKes),
    money(t('preset.margin'), average.marginKes),
    money(t('preset.owedAfterYear'), year?.owedKes ?? 0),
  ]
}

/** A field that is being typed may not hold a number yet. */
type Draft = { [Name in AssumptionName]: number | string }

type AssumptionEditing = {
  draft: Draft
  set: (name: AssumptionName, value: number | string) => void
  restoreDefaults: () => void
  errors: Partial<Record<AssumptionName, string>>
  /** The last valid assumptions. */
  valid: EconomyAssumptions
  isValid: boolean
  /** The choices under the last valid assumptions. One's own numbers only where they differ from both presets. */
  options: EconomyOption[]
}

/** Edit the assumptions and project every choice as they are typed. */
function useAssumptions(presets: EconomyPresets): AssumptionEditing {
  const t = useT()
  const [draft, setDraft] = useState<Draft>(presets.assumptions)
  const [valid, setValid] = useState(presets.assumptions)
  const parsed = economyAssumptions.safeParse(draft)
  const all = ECONOMY_CHOICES.map((choice) => describeEconomyChoice(presets, choice, valid))
  const isPreset = all.some(({ choice, isCurrent }) => choice !== 'own' && isCurrent)
  const change = (next: Draft) => {
    setDraft(next)
    const { data } = economyAssumptions.safeParse(next)
    if (data) setValid(data)
  }
  const problems = parsed.success ? [] : Object.entries(toFieldProblems(parsed.error, draft))
  return {
    draft,
    set: (name, value) => change({ ...draft, [name]: value }),
    restoreDefaults: () => change(defaultAssumptions),
    errors: Object.fromEntries(
      problems.flatMap(([name, [first]]) => (first ? [[name, sayProblem(t, first)]] : [])),
    ),
    valid,
    isValid: parsed.success,
    options: all.filter(({ choice }) => choice !== 'own' || !isPreset),
  }
}

/** Put a problem with a typed number into words. */
export function sayProblem(t: Translate, { code, params }: Problem): string {
  switch (code) {
    case 'REQUIRED':
      return t('economyProblem.required')
    case 'WRONG_TYPE':
      return t(params.expected === 'int' ? 'economyProblem.notWhole' : 'economyProblem.notANumber')
    case 'TOO_SMALL':
      return t('economyProblem.tooSmall', params)
    case 'TOO_BIG':
      return t('economyProblem.tooBig', params)
    case 'NOT_ABOVE':
      return t('economyProblem.notAbove', params)
    case 'TOO_FEW':
      return t('economyProblem.tooFew', params)
    case 'TOO_MANY':
      return t('economyProblem.tooMany', params)
    case 'TOO_MANY_DECIMALS':
      return t('economyProblem.decimals')
    case 'BELOW_FIELD':
      return t('economyProblem.belowField', params)
    case 'NOT_A_DAY':
      return t('economyProblem.notADay')
    case 'TIME_ZONE_UNKNOWN':
      return t('economyProblem.timeZone')
    default:
      return t('economyProblem.other')
  }
}
