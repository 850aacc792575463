import type { ClientDetail } from '@chuma/contract/clients/clients'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import list from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from '../clients.module.css'
import { useRefreshClients } from './data.ts'

type Person = ClientDetail['people'][number]

/** The people of a client, and links that sign them in. */
export function PeopleSection({ client: { id, people } }: { client: ClientDetail }) {
  const t = useT()
  const [made, setMade] = useState<{ userId: string; url: string }>()
  const { ask, subject, isOpen, close } = useAsked<Person>()
  const refresh = useRefreshClients()
  const makeLink = useAction(trpc.admin.createClientLink, {
    onDone: ({ url, link: { userId } }) => setMade({ userId, url }),
    refresh,
    isSharedByRows: true,
  })
  const sendLink = useAction(trpc.admin.mailClientLink, { done: t('clients.linkSent'), isSharedByRows: true })
  const remove = useAction(trpc.admin.removeClientUser, { onDone: close, refresh })
  return (
    <Section title={t('clients.people')} text={t('clients.peopleText')}>
      {people.length === 0 ? (
        <p className={blocks.quiet}>{t('clients.noPeople')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('clients.people')}>
          {people.map((person) => (
            <li key={person.id} className={list.row}>
              <strong>{person.name}</strong>
              <p className={blocks.quiet}>
                {[
                  person.email,
                  person.lastSeenAt === null
                    ? t('clients.neverSeen')
                    : t('clients.seen', { at: formatDateTime(person.lastSeenAt) }),
                  ...(person.isSecondFactorOn ? [t('clients.hasFactor')] : []),
                ].join(' · ')}
              </p>
              {made?.userId === person.id && <MadeLink url={made.url} />}
              <div className={classes.actions}>
                <Button
                  variant="default"
                  loading={makeLink.isPending && makeLink.variables?.userId === person.id}
                  onClick={() => makeLink.run({ userId: person.id })}
                >
                  {t('clients.makeLink')}
                </Button>
                <Button
                  variant="default"
                  aria-label={`${t('clients.sendLink')}: ${person.name}`}
                  loading={sendLink.isPending && sendLink.variables?.userId === person.id}
                  onClick={() => sendLink.run({ userId: person.id })}
                >
                  {t('clients.sendLink')}
                </Button>
                {person.hasPassword && <ResetPerson person={person} />}
                <Button
                  variant="default"
                  aria-label={`${t('clients.remove')}: ${person.name}`}
                  onClick={() => ask(person)}
                >
                  {t('clients.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <AddPerson clientId={id} />
      {subject && (
        <ConfirmDialog
          opened={isOpen}
          title={t('clients.removeTitle', { name: subject.name })}
          text={t('clients.removeText')}
          action={t('clients.remove')}
          isPending={remove.isPending}
          onConfirm={() => remove.run({ id: subject.id })}
          onClose={close}
        />
      )}
    </Section>
  )
}

/** Its address is shown once: only its hash is stored. */
function MadeLink({ url }: { url: string }) {
  const t = useT()
  return (
    <div>
      <p className={blocks.flush}>{t('clients.linkOnce')}</p>
      <p className={classes.hash} data-link>
        {url}
      </p>
      <CopyButton text={url} label={t('clients.copyLink')} />
    </div>
  )
}

function AddPerson({ clientId }: { clientId: string }) {
  const t = useT()
  const refresh = useRefreshClients()
  const form = useForm({ initialValues: { name: '', email: '' } })
  const add = useAction(trpc.admin.addClientUser, { onDone: form.reset, refresh, form })
  return (
    <form onSubmit={form.onSubmit((values) => add.run({ clientId, ...values }))} noValidate>
      <div className={classes.fields}>
        <TextInput label={t('clients.personName')} maxLength={120} {...form.getInputProps('name')} />
        <TextInput label={t('clients.personEmail')} type="email" {...form.getInputProps('email')} />
      </div>
      <Button mt="sm" type="submit" loading={add.isPending}>
        {t('clients.addPerson')}
      </Button>
    </form>
  )
}

/** A fresh start for someone of a client who lost their password or second factor. */
function ResetPerson({ person: { id, name } }: { person: ClientDetail['people'][number] }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefreshClients()
  const reset = useAction(trpc.admin.resetClientUser, {
    onDone: () => setOpen(false),
    done: t('clients.resetDone'),
    refresh,
  })
  return (
    <>
      <Button variant="default" aria-label={`${t('clients.reset')}: ${name}`} onClick={() => setOpen(true)}>
        {t('clients.reset')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('clients.resetTitle', { name })}
        text={t('clients.resetText')}
        action={t('clients.reset')}
        isPending={reset.isPending}
        onConfirm={() => reset.run({ id })}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
