import { Text } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { actorName } from '../../admin/actor-name.ts'
import { isKnownAction } from '../../admin/audit/audit-actions.ts'
import { MoreRows } from '../../admin/more-rows.tsx'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './members.module.css'
import { usePages } from './use-pages.ts'

const SIZE = 25

/** The audit entries about this member and what belongs to them, newest first. */
export function MemberAudit({ memberId }: { memberId: string }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const query = usePages({
    key: [...getQueryKey(trpc.admin.listMemberAudit), memberId],
    load: (before: number | null, signal) =>
      client.admin.listMemberAudit.query(
        { memberId, limit: SIZE, ...(before !== null && { before }) },
        { signal },
      ),
    placeOf: ({ id }) => id,
    size: SIZE,
  })
  return (
    <MoreRows query={query}>
      {(entries) => (
        <ul className={classes.rows} aria-label={t('member.view.audit')}>
          {entries.map(({ id, at, actor, action, reason }) => (
            <li key={id}>
              <Text fw={600}>{isKnownAction(action) ? t(`auditAction.${action}`) : action}</Text>
              {reason && <Text className={blocks.words ?? ''}>{reason}</Text>}
              <Text size="sm" c="dimmed">
                {t('member.auditBy', { name: actorName(t, actor), when: formatDateTime(at) })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </MoreRows>
  )
}
