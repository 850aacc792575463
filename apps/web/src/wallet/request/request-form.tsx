import { formatKes } from '@chuma/contract/format-money'
import { findForeignNetwork, NETWORK_NAMES, toKenyanNumber } from '@chuma/contract/wallet/networks'
import type {
  Balance,
  PayoutDetails,
  PhoneMethod,
  WalletTerms,
  WithdrawalMethod,
} from '@chuma/contract/wallet/wallet'
import { WITHDRAWAL_REQUIRED } from '@chuma/contract/wallet/withdrawal-rules'
import { Checkbox, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/unreachable.tsx'
import { LinkButton } from '../../ui/actions/buttons.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { Panel } from '../../ui/page/page.tsx'
import { ProveNumber, SavedDetails } from '../destinations/prove-number.tsx'
import {
  chooseNew,
  chooseSaved,
  missingDetails,
  nameDestination,
  nameDialogMinimum,
  PayoutPreview,
  showProblem,
  toRequest,
  useRequestWithdrawal,
  useWithdrawalForm,
  type WithdrawalForm,
  type WithdrawalProblem,
} from './payout-preview.tsx'
import classes from './request-form.module.css'

export function RequestForm({ balance, terms }: { balance: Balance; terms: WalletTerms }) {
  const t = useT()
  const { kesPerPoint, minWithdrawalPoints, methods } = terms
  const { form, saved } = useWithdrawalForm(methods)
  const request = useRequestWithdrawal(form)
  const { availablePoints } = balance
  const points = Number(form.values.pointsToWithdraw)

  const submit = (values: WithdrawalForm) => {
    const problem = findRequestProblem(values, { terms, availablePoints, t })
    if (problem) showProblem(form, problem)
    else request.run(toRequest(values, { points, kesPerPoint }))
  }
  return (
    <Panel data-screen-only aria-labelledby="request-title">
      <Title order={2} id="request-title" mb="xs">
        {t('request.title')}
      </Title>
      <p className={classes.pace}>{t('request.duration')}</p>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <TextInput
            label={t('request.points')}
            description={t('request.pointsHint', {
              min: minWithdrawalPoints,
              kesPerPoint: formatKes(kesPerPoint),
            })}
            type="number"
            inputMode="numeric"
            step={1}
            min={minWithdrawalPoints}
            max={availablePoints}
            {...form.getInputProps('pointsToWithdraw')}
          />
          <AmountChips
            terms={terms}
            availablePoints={availablePoints}
            method={form.values.withdrawalMethod}
            chosen={points}
            onChoose={(chosen) => form.setFieldValue('pointsToWithdraw', String(chosen))}
          />
          <WithdrawalFields form={form} methods={methods} saved={saved} isProvable={terms.areCodesOpen} />
          <div className={classes.submit}>
            <PayoutPreview
              points={points}
              terms={terms}
              method={form.values.withdrawalMethod}
              destination={nameDestination(form.values)}
            />
            <MoneyButton type="submit" disabled={request.isPending} fullWidth>
              {t(request.isPending ? 'request.pending' : 'word.requestWithdrawal')}
            </MoneyButton>
          </div>
        </Stack>
      </form>
    </Panel>
  )
}

/** In place of the form for a member who has too few points: what they need, and the way there. */
export function NothingToWithdraw({ terms }: { terms: WalletTerms }) {
  const t = useT()
  const { minWithdrawalPoints: points, kesPerPoint } = terms
  return (
    <Panel tone="earning" className={classes.empty} data-screen-only>
      <Text size="sm">{t('wallet.noPoints', { points, kes: formatKes(points * kesPerPoint) })}</Text>
      <LinkButton to="/surveys">{t('wallet.toSurveys')}</LinkButton>
    </Panel>
  )
}

const MISSING = {
  mpesa: 'request.missingMpesa',
  airtel: 'request.missingAirtel',
  airtime: 'request.missingAirtime',
  bank: 'request.missingBank',
  paypal: 'request.missingPaypal',
} as const satisfies Record<WithdrawalMethod, unknown>

type Limits = { terms: WalletTerms; availablePoints: number; t: Translate }

/** Find the first problem that blocks submitting, in the order of SPEC §5. */
function findRequestProblem(form: WithdrawalForm, limits: Limits): WithdrawalProblem | null {
  const { t } = limits
  const required = WITHDRAWAL_REQUIRED.filter((name) => !form[name].trim())
  if (required.length > 0) {
    return { title: t('request.missingTitle'), message: t('request.missing'), fields: required }
  }
  return findAmountProblem(Number(form.pointsToWithdraw), limits) ?? findDetailsProblem(form, t)
}

function findAmountProblem(points: number, limits: Limits): WithdrawalProblem | null {
  const { terms, t } = limits
  const fields: WithdrawalProblem['fields'] = ['pointsToWithdraw']
  const { minWithdrawalPoints, kesPerPoint } = terms
  if (points < minWithdrawalPoints) {
    const kes = formatKes(minWithdrawalPoints * kesPerPoint)
    const message = t('request.minimum', { points: minWithdrawalPoints, kes })
    return { title: t('word.invalidAmount'), message, fields }
  }
  if (!Number.isSafeInteger(points)) {
    return { title: t('word.invalidAmount'), message: t('request.wholeNumber'), fields }
  }
  return findMissingPoints(points, limits)
}

/** The dialog's own rules (SPEC §5). An invalid number counts as below the minimum. */
export function findDialogProblem(points: number, limits: Limits): WithdrawalProblem | null {
  const { terms, t } = limits
  const minimum = terms.dialogMinWithdrawalPoints
  if (points >= minimum) return findMissingPoints(points, limits)
  const message = t('dashboard.invalidAmount', { points: minimum, kes: nameDialogMinimum(terms) })
  return { title: t('word.invalidAmount'), message, fields: ['pointsToWithdraw'] }
}

function findMissingPoints(points: number, { availablePoints, t }: Limits): WithdrawalProblem | null {
  if (points <= availablePoints) return null
  return {
    title: t('request.insufficientTitle'),
    message: t('request.insufficient'),
    fields: ['pointsToWithdraw'],
  }
}

function findDetailsProblem(form: WithdrawalForm, t: Translate): WithdrawalProblem | null {
  const fields = missingDetails(form)
  if (fields.length === 0) return null
  const message = t(MISSING[form.withdrawalMethod || 'mpesa'])
  return { title: t('request.missingTitle'), message, fields }
}

type WithdrawalFieldsProps = {
  form: UseFormReturnType<WithdrawalForm>
  methods: WithdrawalMethod[]
  /** None if they cannot be loaded: the fields work without them. */
  saved: PayoutDetails[]
  /** Offers to prove an M-Pesa number with a code by text. */
  isProvable?: boolean
}

/** Where the money goes: a saved destination, or a method with its details. */
export function WithdrawalFields({ form, methods, saved, isProvable = false }: WithdrawalFieldsProps) {
  const { withdrawalMethod, isSaved } = form.values
  const choose = (change: Partial<WithdrawalForm>) => {
    form.setValues(change)
    form.clearErrors()
  }
  return (
    <>
      {saved.length > 0 && (
        <SavedDetails
          saved={saved}
          chosen={isSaved && withdrawalMethod !== '' ? withdrawalMethod : null}
          onChoose={(details) => choose(details ? chooseSaved(details) : chooseNew(''))}
          renderProof={({ mpesaNumber, isProven }) =>
            isProvable && mpesaNumber && !isProven && <ProveNumber number={mpesaNumber} />
          }
        />
      )}
      {/* A saved destination that the server refuses can be corrected. */}
      {(!isSaved || hasWrongDetails(form)) && (
        <NewDestination form={form} methods={methods} onMethod={choose} isProvable={isProvable} />
      )}
    </>
  )
}

const DETAIL_NAMES = ['mpesaNumber', 'bankName', 'accountNumber', 'accountName', 'paypalEmail'] as const

function hasWrongDetails({ values, errors }: WithdrawalFieldsProps['form']): boolean {
  return DETAIL_NAMES.some((name) => errors[name]) || missingDetails(values).length > 0
}

type NewProps = Pick<WithdrawalFieldsProps, 'form' | 'methods'> & {
  isProvable: boolean
  onMethod: (change: Partial<WithdrawalForm>) => void
}

function NewDestination({ form, methods, isProvable, onMethod }: NewProps) {
  const t = useT()
  const choose = (value: string) => onMethod(chooseNew(methods.find((method) => method === value) ?? ''))
  return (
    <>
      <NativeSelect
        label={t('request.method')}
        data={[
          { value: '', label: t('request.chooseMethod') },
          ...methods.map((value) => ({ value, label: t(`withdrawMethod.${value}`) })),
        ]}
        {...form.getInputProps('withdrawalMethod')}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <DetailFields form={form} />
      {isProvable && form.values.withdrawalMethod === 'mpesa' && (
        <ProveNumber number={form.values.mpesaNumber} />
      )}
      {form.values.withdrawalMethod !== '' && (
        <Checkbox
          label={t('request.save')}
          description={t('request.saveHint')}
          radius="xs"
          styles={{ body: { alignItems: 'center', minHeight: '2.75rem' } }}
          {...form.getInputProps('saveDetails', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

function DetailFields({ form }: Pick<WithdrawalFieldsProps, 'form'>) {
  const t = useT()
  const field = (name: keyof WithdrawalForm) => form.getInputProps(name)
  switch (form.values.withdrawalMethod) {
    case '':
      return null
    case 'mpesa':
    case 'airtel':
    case 'airtime':
      return <NumberField form={form} method={form.values.withdrawalMethod} />
    case 'bank':
      return (
        <>
          <TextInput label={t('request.bankName')} {...field('bankName')} />
          <TextInput label={t('request.accountNumber')} inputMode="numeric" {...field('accountNumber')} />
          <TextInput label={t('request.accountName')} autoComplete="name" {...field('accountName')} />
        </>
      )
    case 'paypal':
      return (
        <TextInput
          label={t('request.paypalEmail')}
          type="email"
          autoComplete="email"
          {...field('paypalEmail')}
        />
      )
  }
}

/** A number, with a hint if it looks like another network's. */
function NumberField({ form, method }: Pick<WithdrawalFieldsProps, 'form'> & { method: PhoneMethod }) {
  const t = useT()
  const number = toKenyanNumber(form.values.mpesaNumber)
  const network = number === null ? null : findForeignNetwork(method, number)
  return (
    <TextInput
      label={t(method === 'airtime' ? 'request.airtimeNumber' : `request.${method}Number`)}
      placeholder={t(method === 'mpesa' ? 'request.mpesaPlaceholder' : 'request.numberPlaceholder')}
      {...(method === 'airtime' && { description: t('request.airtimeHint') })}
      {...(network !== null && {
        description: t('request.networkHint', {
          network: NETWORK_NAMES[network],
          wallet: t(`withdrawMethod.${method}`),
        }),
      })}
      type="tel"
      autoComplete="tel"
      {...form.getInputProps('mpesaNumber')}
    />
  )
}

type AmountLimits = {
  terms: Pick<
    WalletTerms,
    'kesPerPoint' | 'minWithdrawalPoints' | 'mpesaMinKes' | 'mpesaMaxKes' | 'airtimeMaxKes'
  >
  availablePoints: number
  method: WithdrawalForm['withdrawalMethod']
}

type Choice = { name: 'least' | 'half' | 'most' | 'all'; points: number }

/** List the amounts to choose from: the least, all of the balance or the most that one payment carries, and half of that. */
export function listAmounts({ terms, availablePoints, method }: AmountLimits): Choice[] {
  const { minKes, maxKes } = limitsOf(method, terms)
  const least = Math.max(terms.minWithdrawalPoints, Math.ceil(minKes / terms.kesPerPoint))
  const most = Math.min(availablePoints, Math.floor(maxKes / terms.kesPerPoint))
  const choices: Choice[] = [
    { name: 'least', points: least },
    { name: 'half', points: Math.floor(most / 2) },
    { name: most < availablePoints ? 'most' : 'all', points: most },
  ]
  return choices.filter(
    ({ points }, index) =>
      points >= least && points <= most && !choices.slice(index + 1).some((later) => later.points === points),
  )
}

function limitsOf(
  method: AmountLimits['method'],
  { mpesaMinKes, mpesaMaxKes, airtimeMaxKes }: AmountLimits['terms'],
) {
  if (method === 'mpesa') return { minKes: mpesaMinKes, maxKes: mpesaMaxKes }
  if (method === 'airtime') return { minKes: 0, maxKes: airtimeMaxKes }
  return { minKes: 0, maxKes: Number.POSITIVE_INFINITY }
}

type AmountChipsProps = AmountLimits & { chosen: number; onChoose: (points: number) => void }

/** Fill in an amount with one press. */
function AmountChips({ chosen, onChoose, ...limits }: AmountChipsProps) {
  const t = useT()
  return (
    <fieldset className={classes.chips} aria-label={t('request.amounts')}>
      {listAmounts(limits).map(({ name, points }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-pressed={points === chosen}
          onClick={() => onChoose(points)}
        >
          {t(`request.amount.${name}`)} <strong>{formatPoints(t, points)}</strong>
        </button>
      ))}
    </fieldset>
  )
}
