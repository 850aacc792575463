import { explainEconomy } from '@chuma/contract/admin/economy/explain-economy'
import { warnAboutEconomy } from '@chuma/contract/admin/economy/warn-about-economy'
import { formatKes } from '@chuma/contract/format-money'
import { Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import classes from './economy.module.css'
import { listMeanings } from './list-meanings.ts'
import type { Editing } from './use-draft.ts'
import { WarningList } from './warning-list.tsx'

const points = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })

/** Updates as numbers are typed. */
export function MeaningSection({ editing: { valid, isValid, base } }: { editing: Editing }) {
  const t = useT()
  const meaning = explainEconomy(valid, base.tasks)
  const warnings = warnAboutEconomy(valid, meaning)
  return (
    <Section title={t('economy.meaning')} text={t(isValid ? 'economy.meaningText' : 'economy.meaningOld')}>
      <dl className={classes.figures}>
        {listMeanings(t, valid, base).map(({ name, value, isLoss }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-loss={isLoss || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Title order={3} size="h4">
          {t('economy.warnings')}
        </Title>
        {warnings.length > 0 ? (
          <WarningList label={t('economy.warnings')} warnings={warnings} />
        ) : (
          <p className={blocks.flush}>{t('economy.noWarnings')}</p>
        )}
      </div>
      <table className={classes.table}>
        <caption>{t('economy.rewards')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('economy.reward')}</th>
            <th scope="col">{t('economy.pointsADay')}</th>
            <th scope="col">{t('economy.kesAMonth')}</th>
          </tr>
        </thead>
        <tbody>
          {meaning.rewards.map(({ reward, points: daily, monthKes }) => (
            <tr key={reward}>
              <th scope="row">{t(`dailyReward.${reward}`)}</th>
              <td>{points.format(daily)}</td>
              <td>{formatKes(Math.round(monthKes))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
