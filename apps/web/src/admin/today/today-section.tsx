import type { WaitingItem } from '@chuma/contract/admin/waiting'
import { Title } from '@mantine/core'
import { IconAlertTriangle, IconChecks, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { moveFocus } from '../move-focus.ts'
import classes from './today.module.css'
import { isAlarm, useWaiting, WAITING_PLACES } from './waiting-places.ts'

const count = new Intl.NumberFormat('en-KE')

/** What waits for staff: how much of it, since when, and the way to its list. */
export function TodaySection() {
  const t = useT()
  const query = useWaiting()
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today" mb="sm">
        {t('staffToday.title')}
      </Title>
      <QueryView query={query} skeleton={<Skeletons count={4} height={64} layout="grid" />}>
        {(work) => <Work work={work} />}
      </QueryView>
    </section>
  )
}

function Work({ work }: { work: WaitingItem[] }) {
  const t = useT()
  const waiting = work.filter((item) => item.count > 0)
  const rest = work.filter(({ kind, count }) => count === 0 && !isAlarm(kind))
  return (
    <>
      {waiting.length === 0 ? (
        <Panel tone="quiet" className={classes.done}>
          <IconChecks aria-hidden size={28} />
          <p>{t('staffToday.done')}</p>
        </Panel>
      ) : (
        <ul className={classes.list} onKeyDown={moveFocus}>
          {waiting.map((item) => (
            <li key={item.kind}>
              <Item item={item} />
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && rest.length > 0 && (
        <p className={classes.rest}>
          {t('staffToday.nothing', { list: rest.map(({ kind }) => t(`waiting.${kind}`)).join(' · ') })}
        </p>
      )}
    </>
  )
}

/** A state has no number: payouts are stopped or not. */
const STATES = new Set<WaitingItem['kind']>([
  'books-broken',
  'mails-waiting',
  'payouts-stopped',
  'automatic-stopped',
  'low-float',
])

function Item({ item: { kind, count: waiting, since } }: { item: WaitingItem }) {
  const t = useT()
  return (
    <Link
      {...WAITING_PLACES[kind]}
      className={classes.item}
      data-alarm={isAlarm(kind) || undefined}
      data-stop="open"
    >
      <span className={classes.count}>
        {STATES.has(kind) ? <IconAlertTriangle aria-hidden size={26} /> : count.format(waiting)}
      </span>
      <span className={classes.words}>
        <strong>{t(`waiting.${kind}`)}</strong>
        {since && (
          <span className={classes.since}>
            {t(STATES.has(kind) ? 'staffToday.since' : 'staffToday.oldest')} <TimeAgo date={since} />
          </span>
        )}
      </span>
      <IconChevronRight aria-hidden size={20} className={classes.chevron} />
    </Link>
  )
}
