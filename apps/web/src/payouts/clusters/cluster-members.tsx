import { formatKes } from '@chuma/contract/format-money'
import type { ClusterMember } from '@chuma/contract/payouts/clusters'
import { Table } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import classes from './cluster-members.module.css'

/** The members of a cluster in a table: the drawing in words and figures. */
export function ClusterMembers({ members }: { members: readonly ClusterMember[] }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is wider than the page.
    <section className={blocks.scroll} aria-label={t('clusters.members')} tabIndex={0}>
      <Table verticalSpacing="xs" miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.member}>{t('clusters.member')}</Table.Th>
            <Table.Th>{t('clusters.shares')}</Table.Th>
            <Table.Th className={classes.amount}>{t('clusters.balance')}</Table.Th>
            <Table.Th className={classes.amount}>{t('clusters.asked')}</Table.Th>
            <Table.Th className={classes.amount}>{t('clusters.paid')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.userId}>
              <Table.Td>
                <Link
                  to="/admin/members/$memberId"
                  params={{ memberId: member.userId }}
                  className={blocks.link}
                >
                  {member.userName}
                </Link>
                <div className={blocks.quiet}>{member.userEmail}</div>
                {member.isPaused && <div className={blocks.quiet}>{t('clusterState.paused')}</div>}
                {member.sharesPhone && <div className={blocks.quiet}>{t('clusters.sharesPhone')}</div>}
              </Table.Td>
              <Table.Td>{member.edgeKinds.map((kind) => t(`clusterEdge.${kind}`)).join(', ')}</Table.Td>
              <Table.Td className={classes.amount}>
                {formatPoints(t, member.availablePoints + member.heldPoints)}
              </Table.Td>
              <Table.Td className={classes.amount}>{formatKes(member.openKes)}</Table.Td>
              <Table.Td className={classes.amount}>{formatKes(member.paidKes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
