import type { MyQuote } from '@chuma/contract/clients/client-quotes'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { clientApi } from '../client-api.ts'

/** The price that was quoted for a survey. */
export function QuoteSection({ surveyId }: { surveyId: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['quotes', surveyId],
    queryFn: () => clientApi.clients.listQuotes.query({ id: surveyId }),
  })
  const { ask, subject, isOpen, close } = useAsked<MyQuote>()
  const accept = useAcceptQuote(surveyId, close)
  const quotes = query.data ?? []
  const shown = quotes.find(({ state }) => state === 'accepted') ?? quotes[0]
  // Where a price was agreed without them, quotes say nothing any more.
  if (!shown || shown.state === 'outdated') return null
  const { priceCents, completes, totalCents, state, expiresAt, acceptedBy, acceptedAt } = shown
  return (
    <Section title={t('client.quote')} text={t('client.quoteText')}>
      <StatGrid label={t('client.quote')} isStacked>
        <StatCard label={t('client.priceLabel')}>{formatKesCents(priceCents)}</StatCard>
        <StatCard label={t('client.quoteCompletes')}>{completes}</StatCard>
        <StatCard label={t('client.quoteTotal')}>{formatKesCents(totalCents)}</StatCard>
      </StatGrid>
      <p className={blocks.flush}>
        {state === 'accepted' && acceptedAt !== null
          ? t('client.quoteAccepted', { name: acceptedBy ?? '', at: formatDateTime(acceptedAt) })
          : t(`client.quoteState.${state === 'accepted' ? 'open' : state}`, {
              at: formatDateTime(expiresAt),
            })}
      </p>
      {state === 'open' && <Button onClick={() => ask(shown)}>{t('client.acceptQuote')}</Button>}
      {subject && (
        <ConfirmDialog
          opened={isOpen}
          title={t('client.acceptQuoteTitle')}
          text={t('client.acceptQuoteText', {
            price: formatKesCents(subject.priceCents),
            total: formatKesCents(subject.totalCents),
          })}
          action={t('client.acceptQuote')}
          isPending={accept.isPending}
          onConfirm={() => accept.mutate(subject.version)}
          onClose={close}
        />
      )}
    </Section>
  )
}

function useAcceptQuote(surveyId: string, close: () => void) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['quotes', surveyId]
  return useMutation({
    mutationFn: (version: number) => clientApi.clients.acceptQuote.mutate({ surveyId, version }),
    onSuccess: (quotes) => {
      close()
      queries.setQueryData<MyQuote[]>(key, quotes)
      return queries.invalidateQueries({ queryKey: ['survey', surveyId] })
    },
    onError: (error) => {
      close()
      showToast({
        kind: 'error',
        title: t('client.quoteFailed'),
        message: serverMessage(error, t('state.failedText')),
      })
      // A newer one may have been made since the page read it.
      void queries.invalidateQueries({ queryKey: key })
    },
  })
}
