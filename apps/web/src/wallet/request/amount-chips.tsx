import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import { formatPoints } from '../../ui/figures/amount.tsx'
import type { WithdrawalForm } from './payout-preview.tsx'
import classes from './request-form.module.css'

type Limits = {
  terms: Pick<
    WalletTerms,
    'kesPerPoint' | 'minWithdrawalPoints' | 'mpesaMinKes' | 'mpesaMaxKes' | 'airtimeMaxKes'
  >
  availablePoints: number
  method: WithdrawalForm['withdrawalMethod']
}

type Choice = { name: 'least' | 'half' | 'most' | 'all'; points: number }

/** List the amounts to choose from: the least, all of the balance or the most that one payment carries, and half of that. */
export function listAmounts({ terms, availablePoints, method }: Limits): Choice[] {
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

function limitsOf(method: Limits['method'], { mpesaMinKes, mpesaMaxKes, airtimeMaxKes }: Limits['terms']) {
  if (method === 'mpesa') return { minKes: mpesaMinKes, maxKes: mpesaMaxKes }
  if (method === 'airtime') return { minKes: 0, maxKes: airtimeMaxKes }
  return { minKes: 0, maxKes: Number.POSITIVE_INFINITY }
}

type Props = Limits & { chosen: number; onChoose: (points: number) => void }

/** Fill in an amount with one press. */
export function AmountChips({ chosen, onChoose, ...limits }: Props) {
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
