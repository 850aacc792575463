import type { AdminTask, AdminTaskKind } from '@chuma/contract/tasks/admin-tasks'
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type CatalogueFilter, CatalogueFilterFields } from '../../admin/catalogue-filter.tsx'
import { PageTurner } from '../../admin/page-turner.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskRow } from './task-row.tsx'

const PAGE_SIZE = 20
/** What the list asks for at first. */
export const firstTasks = (kind: AdminTaskKind) => ({ kind, limit: PAGE_SIZE })

type Props = { kind: AdminTaskKind; mayManage: boolean }

export function TaskList({ kind, mayManage }: Props) {
  const t = useT()
  const [filter, setFilter] = useState<CatalogueFilter>({})
  const [after, setAfter] = useState<string>()
  const form = useAsked<{ task: AdminTask | undefined }>()
  const query = trpc.admin.listTasks.useQuery(
    { ...filter, kind, limit: PAGE_SIZE, ...(after && { after }) },
    { staleTime: 0, placeholderData: (before) => before },
  )
  const isFiltered = Object.keys(filter).length > 0
  const title = t(`tasksPage.${kind}`)
  return (
    <Section title={title} text={t(`tasksPage.${kind}Text`)}>
      {mayManage && (
        <Button
          leftSection={<IconPlus aria-hidden size={20} />}
          onClick={() => form.ask({ task: undefined })}
        >
          {t(`tasksPage.${kind}New`)}
        </Button>
      )}
      <CatalogueFilterFields
        onChange={(wanted) => {
          setFilter(wanted)
          setAfter(undefined)
        }}
      />
      <QueryView query={query} skeleton={<Skeletons count={4} height={110} />}>
        {(tasks) =>
          tasks.length === 0 ? (
            <EmptyState
              {...(isFiltered && { icon: <IconSearchOff /> })}
              title={t(isFiltered ? 'catalogue.noneFound' : 'tasksPage.none')}
              text={t(isFiltered ? 'catalogue.noneFoundText' : 'tasksPage.noneText')}
            />
          ) : (
            <ul className={blocks.list} aria-label={title}>
              {tasks.map((task) => (
                <TaskRow key={task.id} task={task} {...(mayManage && { onEdit: () => form.ask({ task }) })} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <PageTurner
        isFirst={after === undefined}
        last={query.data?.length === PAGE_SIZE ? query.data.at(-1) : undefined}
        onTurn={setAfter}
      />
      {form.isOpen && form.subject && (
        <TaskDialog kind={kind} task={form.subject.task} onClose={form.close} />
      )}
    </Section>
  )
}
