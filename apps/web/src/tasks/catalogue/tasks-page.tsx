import { type AdminTaskKind, TASK_KINDS } from '@chuma/contract/tasks/admin-tasks'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import tabs from '../../admin/frame/admin-tabs.module.css'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { readTaskKind } from './read-task-kind.ts'
import { TaskList } from './task-list.tsx'

/** The tasks besides surveys and games, one tab for each kind. */
export function TasksPage({ asked }: { asked: AdminTaskKind | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const open = (kind: string | null) =>
    void navigate({ to: '/admin/tasks', search: readTaskKind({ kind }), resetScroll: false })
  return (
    <AdminFrame title={t('tasksPage.title')} needs="catalogue:read">
      {({ permissions }) => (
        <Tabs
          value={asked ?? TASK_KINDS[0]}
          onChange={open}
          // Opening a tab adds to the browser's history, so arrow keys only move the focus and Enter opens.
          activateTabWithKeyboard={false}
          keepMounted={false}
          classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
        >
          <Tabs.List aria-label={t('tasksPage.kinds')}>
            {TASK_KINDS.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {t(`tasksPage.${kind}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TASK_KINDS.map((kind) => (
            <Tabs.Panel key={kind} value={kind}>
              <TaskList kind={kind} mayManage={permissions.includes('catalogue:manage')} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </AdminFrame>
  )
}
