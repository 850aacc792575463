import type { AdminTask } from '@chuma/contract/tasks/admin-tasks'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ActiveBadge } from '../../admin/active-badge.tsx'
import classes from '../../admin/list.module.css'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { useManageTasks } from './use-manage-tasks.ts'

/** `onEdit`: only for staff who may change it. */
type Props = { task: AdminTask; onEdit?: () => void }

export function TaskRow({ task, onEdit }: Props) {
  const t = useT()
  const { data: terms } = trpc.wallet.getTerms.useQuery()
  const { kind, title, description, instructions, isActive, points, safeUrl, url, videoId } = task
  const facts = [
    videoId && t('tasksPage.videoId', { id: videoId }),
    task.minTimeSeconds && t('tasksPage.secondsOf', { seconds: task.minTimeSeconds }),
    task.country || t('tasksPage.everywhere'),
    kind === 'affiliate' && (task.partnerName ?? t('tasksPage.anyPartner')),
  ].filter(Boolean)
  return (
    <li className={classes.row} data-aside>
      <div>
        <p className={classes.name}>
          {title} <ActiveBadge isActive={isActive} />
        </p>
        <Amount points={points} kes={points * (terms?.kesPerPoint ?? 0)} size="sm" />
        {description && <p className={classes.text}>{description}</p>}
        {instructions && <p className={classes.text}>{instructions}</p>}
        {safeUrl && url && <ExternalLink href={safeUrl}>{url}</ExternalLink>}
        <p className={classes.note}>{facts.join(' · ')}</p>
        <p className={classes.note}>{describeTaskUse(t, task)}</p>
      </div>
      {onEdit && <TaskActions task={task} onEdit={onEdit} />}
    </li>
  )
}

function TaskActions({ task, onEdit }: Required<Props>) {
  const t = useT()
  const [isRetiring, retiring] = useDisclosure(false)
  const { switchOn, retire, isPending } = useManageTasks(retiring.close)
  const { title, isActive } = task
  const name = (action: string) => t('catalogue.for', { action, name: title })
  const toggle = t(isActive ? 'catalogue.deactivate' : 'catalogue.activate')
  return (
    <div className={classes.tight}>
      <Button variant="default" aria-label={name(t('catalogue.edit'))} onClick={onEdit}>
        {t('catalogue.edit')}
      </Button>
      <Button
        variant="default"
        aria-label={name(toggle)}
        disabled={isPending}
        onClick={() => switchOn(task, !isActive)}
      >
        {toggle}
      </Button>
      <Button variant="subtle" color="red" aria-label={name(t('catalogue.retire'))} onClick={retiring.open}>
        {t('catalogue.retire')}
      </Button>
      <ConfirmDialog
        title={t('tasksPage.retireTitle')}
        text={t('tasksPage.retireText', { title })}
        action={t('catalogue.retire')}
        opened={isRetiring}
        isPending={isPending}
        onConfirm={() => retire(task)}
        onClose={retiring.close}
      />
    </div>
  )
}

/** Describe what members have done with a task. */
function describeTaskUse(t: Translate, task: AdminTask): string {
  const { kind, useCount: count, approvedCount: approved, pointsPaid } = task
  if (kind === 'affiliate') return t('tasksPage.clicked', { count })
  const paid = t('tasksPage.paid', { points: formatPoints(t, pointsPaid) })
  return `${used()} · ${paid}`

  function used(): string {
    if (kind === 'video') return t('tasksPage.watched', { count })
    if (kind === 'ad') return t('tasksPage.seen', { count })
    return t('tasksPage.proved', { count, approved })
  }
}
