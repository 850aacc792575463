import type { ClientDetail } from '@chuma/contract/clients/clients'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import list from '../../admin/list.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QuoteFigures } from './quote-figures.tsx'
import { QuoteForm } from './quote-form.tsx'
import { useRefreshClients } from './use-refresh-clients.ts'

type Props = { client: ClientDetail; mayBook: boolean }
type Quote = ClientDetail['quotes'][number]

/** What a client was offered, with the figures it was made of, and a form for the next quote. */
export function QuotesSection({ client: { commissioned, quotes }, mayBook }: Props) {
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
  const showFailure = useShowFailure()
  const withdraw = trpc.admin.withdrawClientQuote.useMutation({ onSuccess: refresh, onError: showFailure })
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
            onClick={() => withdraw.mutate({ id })}
          >
            {t('clients.withdrawQuote')}
          </Button>
        </div>
      )}
    </li>
  )
}
