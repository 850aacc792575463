import { getQueryKey } from '@trpc/react-query'
import { MoreRows } from '../../admin/more-rows.tsx'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { MovedPoints, MovementList, MovementRow, Quiet } from '../../wallet/ledger/movement-row.tsx'
import { usePages } from './use-pages.ts'

const SIZE = 25

/** The member's postings as they see them, newest first. */
export function MemberLedger({ memberId }: { memberId: string }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const query = usePages({
    key: [...getQueryKey(trpc.admin.listMemberActivity), memberId],
    load: (before: string | null, signal) =>
      client.admin.listMemberActivity.query({ memberId, limit: SIZE, ...(before && { before }) }, { signal }),
    placeOf: ({ id }) => id,
    size: SIZE,
  })
  return (
    <MoreRows query={query}>
      {(lines) => (
        <MovementList aria-label={t('member.view.ledger')}>
          {lines.map(({ id, description, createdAt, state, reason, points, heldPoints }) => (
            <MovementRow
              key={id}
              description={description}
              time={`${formatDateTime(createdAt)} · ${t(`activityState.${state === 'available' && points <= 0 ? 'booked' : state}`)}`}
              details={reason && <Quiet>{reason}</Quiet>}
            >
              <MovedPoints
                points={points}
                heldPoints={heldPoints}
                isVoid={state === 'cancelled' || state === 'reversed'}
              />
            </MovementRow>
          ))}
        </MovementList>
      )}
    </MoreRows>
  )
}
