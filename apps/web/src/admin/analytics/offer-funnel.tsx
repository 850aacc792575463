import type { OfferFunnel as Funnel } from '@chuma/contract/admin/analytics'
import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import type { Period } from './analytics-search.ts'
import { FigurePanel } from './figure-panel.tsx'
import { ShareBars } from './share-bars.tsx'

const STEPS = ['clicks', 'started', 'completed', 'credited'] as const satisfies readonly (keyof Funnel)[]
const SEARCH_DELAY_MS = 250
const count = new Intl.NumberFormat('en-KE')

type Props = { period: Period; offerId: string | undefined; onChoose: (id: string | null) => void }

/** How far members got with one survey. */
export function OfferFunnel({ period, offerId, onChoose }: Props) {
  const t = useT()
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), SEARCH_DELAY_MS)
  const offers = trpc.admin.listOfferChoices.useQuery(
    { ...(search && { search }), ...(offerId && { chosen: offerId }) },
    { retry: false, placeholderData: (before) => before },
  )
  const funnel = trpc.admin.getOfferFunnel.useQuery(
    { id: offerId ?? '', ...period },
    { enabled: offerId !== undefined, retry: false, placeholderData: (before) => before },
  )
  const steps = offerId ? funnel.data : undefined
  const longest = Math.max(1, ...STEPS.map((step) => steps?.[step] ?? 0))
  return (
    <FigurePanel
      title={t('analytics.funnelTitle')}
      text={t('analytics.funnelText')}
      rowsAre={t('analytics.step')}
      columns={[{ key: 'count', label: t('analytics.count'), format: count.format }]}
      rows={STEPS.map((step) => ({
        name: t(`analytics.funnel.${step}`),
        values: { count: steps?.[step] ?? 0 },
      }))}
      fileName={`funnel-${period.from}-${period.to}`}
      controls={
        <>
          <Select
            label={t('analytics.offer')}
            placeholder={t('analytics.offerPlaceholder')}
            data={(offers.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            value={offerId ?? null}
            onChange={onChoose}
            // The field holds the chosen title after a choice; do not search for it.
            onSearchChange={(typed) =>
              setWords(offers.data?.some(({ title }) => title === typed) ? '' : typed)
            }
            // The server has already filtered.
            filter={({ options }) => options}
            nothingFoundMessage={t('analytics.noOffer')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('analytics.clearOffer') }}
            maw="26rem"
          />
          {!offerId && <Text c="dimmed">{t('analytics.pickOffer')}</Text>}
          {offerId && funnel.isError && (
            <ErrorState error={funnel.error} onRetry={() => void funnel.refetch()} />
          )}
          {offerId && funnel.isPending && <Skeletons count={4} height={28} />}
        </>
      }
    >
      {steps && (
        <ShareBars
          rows={STEPS.map((step) => ({
            name: t(`analytics.funnel.${step}`),
            value: count.format(steps[step]),
            share: steps[step] / longest,
          }))}
        />
      )}
    </FigurePanel>
  )
}
