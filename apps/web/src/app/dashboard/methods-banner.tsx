import { formatKes } from '@chuma/contract/format-money'
import { Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { UpgradeButton } from '../../premium/upgrade-button.tsx'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './methods-banner.module.css'

const METHODS = [
  { name: 'surveys', isPremium: false },
  { name: 'videos', isPremium: true },
  { name: 'games', isPremium: true },
  { name: 'ads', isPremium: true },
  { name: 'social', isPremium: true },
] as const

/** All ways to earn: which are free, which need premium, and what that costs. The tiles and tabs lead to them. */
export function MethodsBanner({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  return (
    <Panel tone="quiet" className={classes.panel} aria-labelledby="ways-title">
      <div className={classes.text}>
        <Title order={2} size="h3" id="ways-title">
          {t('ways.title')}
        </Title>
        <p>
          {t(isPremium ? 'ways.textPremium' : 'ways.textFree')}{' '}
          {!isPremium && terms && t('ways.price', { kes: formatKes(terms.premiumKesPerMonth) })}
        </p>
      </div>
      <ul className={classes.list} aria-label={t('ways.list')}>
        {METHODS.map(({ name, isPremium: needsPremium }) => (
          <li key={name}>
            {t(`ways.${name}`)}{' '}
            <span className={classes.mark} data-premium={needsPremium || undefined}>
              {t(needsPremium ? 'ways.premium' : 'ways.free')}
            </span>
          </li>
        ))}
      </ul>
      {!isPremium && <UpgradeButton />}
    </Panel>
  )
}
