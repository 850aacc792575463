import type { AdminDestination } from '@chuma/contract/payouts/destinations'
import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './member-destinations.module.css'

/** Where the member is paid, or asked to be: what proves it, who else named it, and the decisions of staff. */
export function MemberDestinations({ memberId, mayDecide }: { memberId: string; mayDecide: boolean }) {
  const t = useT()
  const query = trpc.admin.listMemberDestinations.useQuery({ memberId }, { staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={72} />}>
      {(destinations) =>
        destinations.length === 0 ? (
          <Text c="dimmed">{t('destination.none')}</Text>
        ) : (
          <ul className={classes.rows} aria-label={t('member.view.destinations')}>
            {destinations.map((destination) => (
              <Row key={destination.id} destination={destination} mayDecide={mayDecide} />
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

function Row({ destination, mayDecide }: { destination: AdminDestination; mayDecide: boolean }) {
  const t = useT()
  const { withdrawalMethod, isProven, provenBy, provenAt, namedAt, paidAt, disputedAt, disputedBy, sharing } =
    destination
  const facts = [
    isProven && provenBy && provenAt
      ? t(`destination.provenBy.${provenBy}`, { day: formatDay(provenAt) })
      : t('destination.unproven'),
    t('destination.named', { day: formatDay(namedAt) }),
    paidAt && t('destination.paid', { day: formatDay(paidAt) }),
  ].filter((fact) => fact !== null)
  return (
    <li className={classes.row}>
      <Text fw={600}>
        {t(`method.${withdrawalMethod}`)} {destination.destination ?? t('destination.unreadable')}
      </Text>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {disputedAt && disputedBy && (
        <Text size="sm" fw={600}>
          {t('destination.disputed', { day: formatDay(disputedAt) })}
        </Text>
      )}
      {sharing && sharing.count > 0 && <Sharing sharing={sharing} />}
      {mayDecide && <Decisions destination={destination} />}
    </li>
  )
}

function Sharing({ sharing }: { sharing: NonNullable<AdminDestination['sharing']> }) {
  const t = useT()
  return (
    <Text size="sm" component="div">
      {t('destination.shared', { count: sharing.count })}{' '}
      {sharing.others.map(({ id, name, isOwner }) => (
        <span key={id} className={classes.other}>
          <Link to="/admin/members/$memberId" params={{ memberId: id }} className={blocks.link}>
            {name}
          </Link>
          {isOwner && ` (${t('destination.owner')})`}
        </span>
      ))}
    </Text>
  )
}

function Decisions({ destination }: { destination: AdminDestination }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { id: destinationId, memberId, isProven, sharing } = destination
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const name = isProven ? 'free' : 'release'
  const form = useReason()
  const handlers = {
    form,
    onAccepted: close,
    done: t(`destination.${name}Done`),
    failure: { title: t('destination.failed'), offline: t('state.failedText') },
    // Also after a refusal: another admin acted first, so the list is out of date.
    onEnd: [utils.admin.listMemberDestinations, utils.admin.listWithdrawals],
  }
  const free = useAction(trpc.admin.freeDestination, handlers)
  const release = useAction(trpc.admin.releaseDestination, handlers)
  const decide = isProven ? free : release
  // What belongs to another is freed on that member's page first.
  if (!isProven && sharing?.isOfAnother) return null
  return (
    <Group mt="xs">
      <Button variant="default" size="compact-md" onClick={() => setIsOpen(true)}>
        {t(`destination.${name}`)}
      </Button>
      {isOpen && (
        <ReasonDialog
          form={form}
          title={t(`destination.${name}`)}
          text={t(`destination.${name}Text`)}
          action={t(`destination.${name}`)}
          isPending={decide.isPending}
          isDanger
          onSend={(reason) => decide.run({ memberId, destinationId, reason })}
          onClose={close}
        />
      )}
    </Group>
  )
}
