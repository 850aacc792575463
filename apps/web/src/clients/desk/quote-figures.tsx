import type { QuoteFigures as Figures } from '@chuma/contract/clients/client-quotes'
import { formatKesCents } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'

/** Everything that a price is made of. */
export function QuoteFigures({ figures, label }: { figures: Figures; label: string }) {
  const t = useT()
  const facts = [
    t('clients.figureReward', { amount: formatKesCents(figures.rewardCents) }),
    t('clients.figureScreenOut', {
      amount: formatKesCents(figures.screenOutCents),
      percent: figures.incidencePercent,
    }),
    t(figures.isMeasured ? 'clients.figureMeasured' : 'clients.figureStated', {
      count: figures.minutes,
      amount: formatKesCents(figures.minuteCents),
    }),
    t('clients.figureMargin', { percent: figures.marginPercent }),
    t('clients.figureSetup', { amount: formatKesCents(figures.setupCents), count: figures.completes }),
  ]
  return (
    <ul className={blocks.quiet} aria-label={t('clients.figures', { label })}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
