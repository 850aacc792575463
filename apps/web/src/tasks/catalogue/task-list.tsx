import type { AdminTask, AdminTaskKind } from '@chuma/contract/tasks/admin-tasks'
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type CatalogueFilter, CatalogueFilterFields } from '../../admin/catalogue-filter.tsx'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskRow } from './task-row.tsx'

const PAGE_SIZE = 20
/** What the list asks for at first. */
export const firstTasks = (kind: AdminTaskKind) => ({ kind, limit: PAGE_SIZE })

type Props = { kind: AdminTaskKind; mayManage: boolean }

export function TaskList({ kind, mayManage }: Props) {
  const t = useT()
  const [filter, setFilter] = useState<CatalogueFilter>({})
  const pages = usePages(PAGE_SIZE)
  const form = useAsked<{ task: AdminTask | undefined }>()
  const query = trpc.admin.listTasks.useQuery(
    { ...filter, ...pages.input, kind },
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
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={title}
        rowHeight={110}
        skeletons={4}
        empty={{
          ...(isFiltered && { icon: <IconSearchOff /> }),
          title: t(isFiltered ? 'catalogue.noneFound' : 'tasksPage.none'),
          text: t(isFiltered ? 'catalogue.noneFoundText' : 'tasksPage.noneText'),
        }}
      >
        {(task) => (
          <TaskRow key={task.id} task={task} {...(mayManage && { onEdit: () => form.ask({ task }) })} />
        )}
      </PagedList>
      {form.isOpen && form.subject && (
        <TaskDialog kind={kind} task={form.subject.task} onClose={form.close} />
      )}
    </Section>
  )
}
