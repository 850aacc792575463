import type { Client } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBuilding } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'

/** Organisations that commission surveys. */
export function ClientsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('clients.nav')}>
      {() => (
        <>
          <Clients />
          <CreateClient />
        </>
      )}
    </AdminFrame>
  )
}

function Clients() {
  const t = useT()
  const query = trpc.admin.listClients.useQuery({ limit: 100 })
  return (
    <Section title={t('clients.all')} text={t('clients.allText')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={80} />}>
        {(clients) =>
          clients.length === 0 ? (
            <EmptyState icon={<IconBuilding />} title={t('clients.none')} text={t('clients.noneText')} />
          ) : (
            <ul className={blocks.list} aria-label={t('clients.all')}>
              {clients.map((client) => (
                <ClientRow key={client.id} client={client} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}

function ClientRow({ client: { id, name, users, surveys, availableCents } }: { client: Client }) {
  const t = useT()
  return (
    <li className={list.row}>
      <div className={list.head}>
        <Link to="/admin/clients/$clientId" params={{ clientId: id }}>
          <strong>{name}</strong>
        </Link>
        <span>{formatKesCents(availableCents)}</span>
      </div>
      <p className={blocks.quiet}>{t('clients.counts', { users, surveys })}</p>
    </li>
  )
}

function CreateClient() {
  const t = useT()
  const navigate = useNavigate()
  const { admin } = trpc.useUtils()
  const form = useForm({ initialValues: { name: '' } })
  const create = useAction(trpc.admin.createClient, {
    onDone: async ({ id }) => {
      await admin.listClients.invalidate()
      await navigate({ to: '/admin/clients/$clientId', params: { clientId: id } })
    },
    form,
  })
  return (
    <Section title={t('clients.create')} text={t('clients.createText')}>
      <form onSubmit={form.onSubmit((values) => create.run(values))} noValidate>
        <TextInput label={t('clients.name')} maxLength={120} {...form.getInputProps('name')} />
        <Button mt="sm" type="submit" loading={create.isPending}>
          {t('clients.create')}
        </Button>
      </form>
    </Section>
  )
}
