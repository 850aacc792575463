import type { MemberWorkKind } from '@chuma/contract/account/members'
import { NativeSelect } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { MoreRows } from '../../admin/more-rows.tsx'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { MovementList, MovementRow, Quiet } from '../../wallet/ledger/movement-row.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import classes from './members.module.css'
import { usePages } from './use-pages.ts'

const SIZE = 25
const KINDS = ['surveys', 'clicks', 'proofs'] as const satisfies readonly MemberWorkKind[]
const STATES = [
  'started',
  'in_progress',
  'completed',
  'screened_out',
  'expired',
  'link',
  'survey',
  'submitted',
  'approved',
  'rejected',
] as const

/** Surveys, links and proofs, one kind at a time, newest first. */
export function MemberWorkList({ memberId }: { memberId: string }) {
  const t = useT()
  const [kind, setKind] = useState<MemberWorkKind>('surveys')
  return (
    <>
      <NativeSelect
        label={t('member.workKind')}
        className={classes.choice ?? ''}
        data={KINDS.map((value) => ({ value, label: t(`member.workKind.${value}`) }))}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(KINDS.find((name) => name === currentTarget.value) ?? 'surveys')
        }
      />
      <WorkOfKind key={kind} memberId={memberId} kind={kind} />
    </>
  )
}

function WorkOfKind({ memberId, kind }: { memberId: string; kind: MemberWorkKind }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const query = usePages({
    key: [...getQueryKey(trpc.admin.listMemberWork), memberId, kind],
    load: (after: string | null, signal) =>
      client.admin.listMemberWork.query({ memberId, kind, limit: SIZE, ...(after && { after }) }, { signal }),
    placeOf: ({ id }) => id,
    size: SIZE,
  })
  return (
    <MoreRows query={query}>
      {(rows) => (
        <MovementList aria-label={t(`member.workKind.${kind}`)}>
          {rows.map(({ id, title, state, points, startedAt, note }) => (
            <MovementRow
              key={id}
              description={title}
              time={`${formatDateTime(startedAt)} · ${describeState(t, state)}`}
              details={note && <Quiet>{note}</Quiet>}
            >
              <PointsAmount points={points} />
            </MovementRow>
          ))}
        </MovementList>
      )}
    </MoreRows>
  )
}

function describeState(t: (key: MessageKey) => string, state: string): string {
  const known = STATES.find((name) => name === state)
  return known ? t(`member.workState.${known}`) : state
}
