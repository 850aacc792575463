import { getQueryKey } from '@trpc/react-query'
import { MoreRows } from '../../admin/more-rows.tsx'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { describeState } from '../../wallet/ledger/describe-state.ts'
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
          {lines.map((line) => (
            <MovementRow
              key={line.id}
              description={line.description}
              time={`${formatDateTime(line.createdAt)} · ${t(`activityState.${describeState(line)}`)}`}
              details={line.reason && <Quiet>{line.reason}</Quiet>}
            >
              <MovedPoints
                points={line.points}
                heldPoints={line.heldPoints}
                isVoid={line.state === 'cancelled' || line.state === 'reversed'}
              />
            </MovementRow>
          ))}
        </MovementList>
      )}
    </MoreRows>
  )
}
