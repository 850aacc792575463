import coin from '../../art/coin.svg'
import hills from '../../art/hills.svg'
import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/link-button.tsx'
import { useHeadingFocus } from '../../ui/page/use-heading-focus.ts'
import classes from './hero.module.css'
import { SampleEarningsCard } from './sample-earnings-card.tsx'

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
