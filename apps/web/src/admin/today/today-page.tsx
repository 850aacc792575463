import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { WaitingItem } from '@chuma/contract/admin/waiting'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconChecks, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { moveFocus } from '../../ui/actions/move-focus.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { mayCall } from '../../ui/frame/access.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { isAlarm, useWaiting, WAITING_PLACES } from '../../ui/frame/waiting-places.ts'
import { Panel } from '../../ui/page/page.tsx'
import { Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './today-page.module.css'

/** What waits for staff: how much of it, since when, and the way to its list. */
export function TodayPage() {
  const t = useT()
  return (
    <AdminFrame title={t('word.today')}>
      {(staff) => (
        <>
          <OwnersNotices staff={staff} />
          <Waiting />
        </>
      )}
    </AdminFrame>
  )
}

/** What an owner has left open, on the pages that staff start from. */
export function OwnersNotices({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  return (
    <>
      {staff.isSecondFactorWaived && <Notice title={t('factor.waivedTitle')}>{t('factor.waived')}</Notice>}
      {mayCall(staff, 'admin.listEconomyPresets') && <ChoiceMissingNotice />}
    </>
  )
}

/** Until an owner has chosen an economy preset. Never on the demo. */
function ChoiceMissingNotice() {
  const t = useT()
  const mayChoose = useMay('economy:manage')
  const { data } = trpc.admin.listEconomyPresets.useQuery({})
  if (!data?.isChoiceRequired || data.chosen) return null
  return (
    <Notice
      title={t('preset.missingTitle')}
      action={
        mayChoose && (
          <Button renderRoot={(props) => <Link to="/admin/economy" {...props} />}>
            {t('preset.missingAction')}
          </Button>
        )
      }
    >
      {t(mayChoose ? 'preset.missing' : 'preset.missingForOthers')}
    </Notice>
  )
}

function Waiting() {
  const query = useWaiting()
  return (
    <QueryView query={query} skeleton={<Skeletons count={4} height={64} layout="grid" />}>
      {(work) => <Work work={work} />}
    </QueryView>
  )
}

function Work({ work }: { work: WaitingItem[] }) {
  const t = useT()
  const waiting = work.filter((item) => item.count > 0)
  const rest = work.filter(({ kind, count }) => count === 0 && !isAlarm(kind))
  return (
    <div>
      {waiting.length === 0 ? (
        <Panel tone="quiet" className={classes.done}>
          <IconChecks aria-hidden size={28} />
          <p>{t('staffToday.done')}</p>
        </Panel>
      ) : (
        <ul className={classes.list} aria-label={t('word.today')} onKeyDown={moveFocus}>
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
    </div>
  )
}

const format = new Intl.NumberFormat('en-KE')

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
        {STATES.has(kind) ? <IconAlertTriangle aria-hidden size={26} /> : format.format(waiting)}
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
