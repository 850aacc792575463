import type { ClientDetail } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { toCents } from '../../receivables/data.ts'
import { trpc } from '../../trpc.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from '../clients.module.css'
import { StatementTable } from '../statement-table.tsx'
import { QuoteFigures, QuoteForm, SurveysSection, useRefreshClients } from './surveys-section.tsx'

/** One client: people, links, surveys with their threads, quotes, disputes and budget. */
export function ClientDeskPage({ clientId }: { clientId: string }) {
  const t = useT()
  const query = trpc.admin.getClient.useQuery({ id: clientId })
  return (
    <AdminFrame title={query.data?.name ?? t('clients.nav')}>
      {({ permissions }) => {
        const mayBook = permissions.includes('ledger:verify')
        return (
          <>
            <BackLink to="/admin/clients">{t('clients.back')}</BackLink>
            <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
              {(client) => (
                <>
                  <PeopleSection client={client} />
                  <LinksSection client={client} />
                  <SurveysSection client={client} mayBook={mayBook} />
                  <QuotesSection client={client} mayBook={mayBook} />
                  <DisputesSection client={client} mayBook={mayBook} />
                </>
              )}
            </QueryView>
            <Budget clientId={clientId} />
            {mayBook && <MoneyForms clientId={clientId} />}
          </>
        )
      }}
    </AdminFrame>
  )
}

function Budget({ clientId }: { clientId: string }) {
  const query = trpc.admin.getClientStatement.useQuery({ clientId })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
      {(statement) => <StatementTable statement={statement} />}
    </QueryView>
  )
}

/** The newest links of a client. Revoking one ends the sessions that it opened. */
function LinksSection({ client: { people, links } }: { client: ClientDetail }) {
  const t = useT()
  const refresh = useRefreshClients()
  const revoke = useAction(trpc.admin.revokeClientLink, { refresh, isSharedByRows: true })
  if (links.length === 0) return null
  const nameOf = (userId: string) => people.find(({ id }) => id === userId)?.name ?? t('clients.removed')
  return (
    <Section title={t('clients.links')} text={t('clients.linksText')}>
      <ul className={blocks.list} aria-label={t('clients.links')}>
        {links.slice(0, 20).map(({ id, userId, uses, mostUses, expiresAt, isOpen }) => (
          <li key={id} className={list.row}>
            <strong>{nameOf(userId)}</strong>
            <p className={blocks.quiet}>
              {[
                t('clients.uses', { uses, mostUses }),
                isOpen ? t('clients.expires', { at: formatDateTime(expiresAt) }) : t('clients.linkOver'),
              ].join(' · ')}
            </p>
            <div>
              <Button
                variant="default"
                aria-label={`${t('clients.revoke')}: ${nameOf(userId)}`}
                loading={revoke.isPending && revoke.variables?.id === id}
                onClick={() => revoke.run({ id })}
              >
                {t('clients.revoke')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Props = { client: ClientDetail; mayBook: boolean }
type Quote = ClientDetail['quotes'][number]

/** What a client was offered, with the figures it was made of, and a form for the next quote. */
function QuotesSection({ client: { commissioned, quotes }, mayBook }: Props) {
  const t = useT()
  const unpriced = commissioned.filter(({ priceCents }) => priceCents === null)
  if (quotes.length === 0 && (!mayBook || unpriced.length === 0)) return null
  return (
    <Section title={t('clients.quotes')} text={t('clients.quotesText')}>
      {quotes.length > 0 && (
        <ul className={blocks.list} aria-label={t('clients.quotes')}>
          {quotes.map((quote) => (
            <QuoteRow key={quote.id} quote={quote} mayBook={mayBook} />
          ))}
        </ul>
      )}
      {mayBook && unpriced.length > 0 && <QuoteForm surveys={unpriced} />}
    </Section>
  )
}

function QuoteRow({ quote, mayBook }: { quote: Quote; mayBook: boolean }) {
  const t = useT()
  const refresh = useRefreshClients()
  const withdraw = useAction(trpc.admin.withdrawClientQuote, { refresh })
  const { id, title, version, state, createdBy, approvedBy, acceptedBy, acceptedAt, withdrawnBy } = quote
  const name = `${title}, ${t('clients.quoteVersion', { version })}`
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{name}</strong>
        <span>{t(`clients.quoteState.${state}`)}</span>
      </div>
      <p className={blocks.flush}>
        {t('clients.quotePrice', {
          price: formatKesCents(quote.priceCents),
          count: quote.completes,
          total: formatKesCents(quote.totalCents),
        })}
      </p>
      <p className={blocks.quiet}>
        {[
          t('clients.quoteBy', { name: createdBy }),
          approvedBy !== null && t('clients.quoteApproved', { name: approvedBy }),
          state === 'open' && t('clients.expires', { at: formatDateTime(quote.expiresAt) }),
          acceptedBy !== null &&
            acceptedAt !== null &&
            t('clients.quoteAccepted', { name: acceptedBy, at: formatDateTime(acceptedAt) }),
          withdrawnBy !== null && t('clients.quoteWithdrawn', { name: withdrawnBy }),
        ]
          .filter((fact) => fact)
          .join(' · ')}
      </p>
      <QuoteFigures figures={quote} label={name} />
      {mayBook && state === 'open' && (
        <div>
          <Button
            variant="default"
            aria-label={`${t('clients.withdrawQuote')}: ${name}`}
            loading={withdraw.isPending}
            onClick={() => withdraw.run({ id })}
          >
            {t('clients.withdrawQuote')}
          </Button>
        </div>
      )}
    </li>
  )
}

type Dispute = ClientDetail['disputes'][number]

/** Respondents that a client disputes, and our decisions. */
function DisputesSection({ client, mayBook }: { client: ClientDetail; mayBook: boolean }) {
  const t = useT()
  const { disputes } = client
  if (disputes.length === 0) return null
  return (
    <Section title={t('clients.disputes')} text={t('clients.disputesText')}>
      <ul className={blocks.list} aria-label={t('clients.disputes')}>
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} mayBook={mayBook} />
        ))}
      </ul>
    </Section>
  )
}

function DisputeRow({ dispute, mayBook }: { dispute: Dispute; mayBook: boolean }) {
  const t = useT()
  const { respondent, title, reason, state, answer, disputedBy, disputedAt, decidedBy } = dispute
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong className={classes.hash}>{respondent}</strong>
        <span>{t(`clients.disputeState.${state}`)}</span>
      </div>
      <p className={blocks.quiet}>{[title, disputedBy, formatDateTime(disputedAt)].join(' · ')}</p>
      <p className={classes.words}>{reason}</p>
      {decidedBy !== null && (
        <p className={blocks.quiet}>
          {[t('clients.decidedBy', { name: decidedBy }), answer].filter((fact) => fact).join(' · ')}
        </p>
      )}
      {state === 'open' && mayBook && <DecideDispute dispute={dispute} />}
    </li>
  )
}

function DecideDispute({ dispute: { id, respondent, priceCents } }: { dispute: Dispute }) {
  const t = useT()
  const refresh = useRefreshClients()
  const form = useForm({ initialValues: { answer: '' } })
  const decide = useAction(trpc.admin.decideClientDispute, { refresh, form })
  const choose = (decision: 'rejected' | 'credited') =>
    form.onSubmit(({ answer }) => decide.run({ id, decision, answer: answer.trim() }))()
  return (
    <form
      aria-label={t('clients.decideDispute', { respondent })}
      onSubmit={(event) => event.preventDefault()}
    >
      <Textarea
        label={t('clients.disputeAnswer')}
        description={t('clients.disputeAnswerText')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('answer')}
      />
      <div className={classes.actions}>
        <Button variant="default" mt="sm" loading={decide.isPending} onClick={() => choose('rejected')}>
          {t('word.reject')}
        </Button>
        <Button variant="default" mt="sm" loading={decide.isPending} onClick={() => choose('credited')}>
          {t('clients.creditDispute', { amount: formatKesCents(priceCents) })}
        </Button>
      </div>
    </form>
  )
}

type Values = { reference: string; day: string; cents: number | string; reason: string }
const EMPTY: Values = { reference: '', day: '', cents: '', reason: '' }

/** Books a client's prepayment, and money that went back. */
function MoneyForms({ clientId }: { clientId: string }) {
  const t = useT()
  const receipt = useMoneyForm()
  const refund = useMoneyForm()
  const book = useAction(trpc.admin.bookClientReceipt, receipt)
  const giveBack = useAction(trpc.admin.returnClientMoney, refund)
  const toMoney = ({ reference, day, cents }: Values) => ({ clientId, reference, day, cents: toCents(cents) })
  return (
    <>
      <Section title={t('clients.book')} text={t('clients.bookText')}>
        <form onSubmit={receipt.form.onSubmit((values) => book.run(toMoney(values)))} noValidate>
          <MoneyFields form={receipt.form} />
          <Button mt="sm" type="submit" loading={book.isPending}>
            {t('clients.book')}
          </Button>
        </form>
      </Section>
      <Section title={t('clients.giveBack')} text={t('clients.giveBackText')}>
        <form
          onSubmit={refund.form.onSubmit((values) =>
            giveBack.run({ ...toMoney(values), reason: values.reason }),
          )}
          noValidate
        >
          <MoneyFields form={refund.form} />
          <TextInput
            mt="sm"
            label={t('word.reason')}
            maxLength={500}
            {...refund.form.getInputProps('reason')}
          />
          <Button mt="sm" type="submit" variant="default" loading={giveBack.isPending}>
            {t('clients.giveBack')}
          </Button>
        </form>
      </Section>
    </>
  )
}

function useMoneyForm() {
  const t = useT()
  const refresh = useRefreshClients()
  const form = useForm<Values>({ initialValues: EMPTY })
  return { form, onAccepted: form.reset, done: t('clients.booked'), refresh }
}

function MoneyFields({ form }: { form: ReturnType<typeof useMoneyForm>['form'] }) {
  const t = useT()
  return (
    <div className={classes.fields}>
      <TextInput label={t('clients.reference')} maxLength={60} {...form.getInputProps('reference')} />
      <TextInput label={t('word.day')} type="date" {...form.getInputProps('day')} />
      <NumberInput
        label={t('word.amountKes')}
        currency="KES"
        decimalScale={2}
        {...form.getInputProps('cents')}
      />
    </div>
  )
}

type Person = ClientDetail['people'][number]

/** The people of a client, and links that sign them in. */
function PeopleSection({ client: { id, people } }: { client: ClientDetail }) {
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
                  aria-label={`${t('word.remove')}: ${person.name}`}
                  onClick={() => ask(person)}
                >
                  {t('word.remove')}
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
          action={t('word.remove')}
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
      <CopyButton text={url} label={t('word.copyLink')} />
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
        <TextInput label={t('word.name')} maxLength={120} {...form.getInputProps('name')} />
        <TextInput label={t('word.email')} type="email" {...form.getInputProps('email')} />
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
