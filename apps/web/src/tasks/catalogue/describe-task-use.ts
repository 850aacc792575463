import type { AdminTask } from '@chuma/contract/tasks/admin-tasks'
import type { Translate } from '../../i18n/i18n.ts'

/** What members made of a task, in words. */
export function describeTaskUse(t: Translate, task: AdminTask): string {
  const { kind, useCount: count, approvedCount: approved, pointsPaid } = task
  if (kind === 'affiliate') return t('tasksPage.clicked', { count })
  const paid = t('tasksPage.paid', { points: t('amount.points', { points: pointsPaid }) })
  return `${used()} · ${paid}`

  function used(): string {
    if (kind === 'video') return t('tasksPage.watched', { count })
    if (kind === 'ad') return t('tasksPage.seen', { count })
    return t('tasksPage.proved', { count, approved })
  }
}
