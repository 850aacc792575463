import coin from '../../art/coin.svg'
import hills from '../../art/hills.svg'
import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/link-button.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import { useHeadingFocus } from '../../ui/page/use-heading-focus.ts'
import { sampleEarnings } from '../marketing.ts'
import classes from './hero.module.css'
import sampleEarningsCardClasses from './sample-earnings-card.module.css'

export function Hero() {
  const t = useT()
  const heading = useHeadingFocus()
  return (
    <div className={classes.band}>
      <div className={classes.hero}>
        <div>
          <h1 ref={heading} className={classes.title} tabIndex={-1}>
            {t('landing.heroTitle')}
          </h1>
          <p className={classes.text}>{t('landing.heroText')}</p>
          <div className={classes.actions}>
            <LinkButton size="lg" className={classes.start} to="/signup">
              {t('landing.start')}
            </LinkButton>
            <a className={classes.how} href="#how-it-works">
              {t('landing.how')}
            </a>
          </div>
          <p className={classes.promise}>{t('landing.promise')}</p>
        </div>
        <div className={classes.sample}>
          <img src={coin} alt="" width={160} height={160} className={classes.coin} />
          <SampleEarningsCard />
        </div>
      </div>
      <img src={hills} alt="" width={1440} height={300} className={classes.hills} />
    </div>
  )
}

/** An example of a good day, labelled as one. */
function SampleEarningsCard() {
  const t = useT()
  const sum = (pick: (earning: (typeof sampleEarnings)[number]) => number) =>
    sampleEarnings.reduce((total, earning) => total + pick(earning), 0)
  return (
    <section className={sampleEarningsCardClasses.card} aria-labelledby="sample-earnings">
      <div className={sampleEarningsCardClasses.header}>
        <h2 id="sample-earnings" className={sampleEarningsCardClasses.title}>
          {t('landing.sampleTitle')}
        </h2>
        <span className={sampleEarningsCardClasses.tag}>{t('landing.sampleTag')}</span>
      </div>
      <ul className={sampleEarningsCardClasses.list}>
        {sampleEarnings.map(({ label, points, kes }) => (
          <li key={label} className={sampleEarningsCardClasses.row}>
            <span>{t(label)}</span>
            <Amount points={points} kes={kes} signed />
          </li>
        ))}
      </ul>
      <div className={sampleEarningsCardClasses.total}>
        <span>{t('landing.sampleTotal')}</span>
        <Amount points={sum((earning) => earning.points)} kes={sum((earning) => earning.kes)} size="lg" />
      </div>
    </section>
  )
}
