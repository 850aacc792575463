import { formatKes } from '@chuma/contract/format-money'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import classes from './member-balance.module.css'

/** The available points, in the navigation of a wide screen. A narrow one has no room, and loads nothing for it. */
export function MemberBalance() {
  const t = useT()
  const hasRoom = useMediaQuery('(min-width: 75em)') ?? false
  const balance = trpc.wallet.getBalance.useQuery(undefined, { enabled: hasRoom }).data
  const terms = trpc.wallet.getTerms.useQuery(undefined, { enabled: hasRoom }).data
  if (!hasRoom || !balance || !terms) return null
  const { availablePoints } = balance
  return (
    <Link to="/withdraw" className={classes.balance} activeProps={{}}>
      <strong>{formatPoints(t, availablePoints)}</strong>
      <span>{formatKes(availablePoints * terms.kesPerPoint)}</span>
    </Link>
  )
}
