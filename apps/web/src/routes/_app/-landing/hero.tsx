import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import classes from './hero.module.css'
import { SampleEarningsCard } from './sample-earnings-card.tsx'

export function Hero() {
  const t = useT()
  return (
    <div className={classes.band}>
      <div className={classes.hero}>
        <div>
          <PageHeading className={classes.title ?? ''}>{t('landing.heroTitle')}</PageHeading>
          <Text className={classes.text}>{t('landing.heroText')}</Text>
          <div className={classes.actions}>
            <Button
              size="lg"
              className={classes.start ?? ''}
              renderRoot={(props) => <Link to="/signup" {...props} />}
            >
              {t('landing.start')}
            </Button>
            <Button size="lg" className={classes.how ?? ''} component="a" href="#how-it-works">
              {t('landing.how')}
            </Button>
          </div>
        </div>
        <SampleEarningsCard />
      </div>
    </div>
  )
}
