import { Title } from '@mantine/core'
import fromAnswerToMoney from '../../art/from-answer-to-money.svg'
import { useT } from '../../i18n/use-t.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import { Page } from '../../ui/page/page.tsx'
import { brandName } from '../brand.ts'
import { aboutFigures, foundedYear } from '../marketing.ts'
import classes from './about-page.module.css'
import { Questions } from './questions.tsx'
import { Values } from './values.tsx'

export function AboutPage() {
  const t = useT()
  return (
    <Page title={t('about.title')} description={t('about.description')} lead={t('about.lead')}>
      <div className={classes.sections}>
        <HeroPanel aria-labelledby="mission-title" className={classes.mission ?? ''}>
          <h2 id="mission-title" className={classes.eyebrow}>
            {t('about.missionTitle')}
          </h2>
          <p className={classes.statement}>{t('about.mission')}</p>
        </HeroPanel>
        <img src={fromAnswerToMoney} alt="" width={1000} height={260} className={classes.scene} />
        <StatGrid label={t('about.figures')}>
          {aboutFigures.map(({ value, label }) => (
            <StatCard key={label} label={t(label)}>
              {value}
            </StatCard>
          ))}
        </StatGrid>
        <section className={classes.story} aria-labelledby="story-title">
          <Title order={2} id="story-title">
            {t('about.storyTitle')}
          </Title>
          <div className={classes.prose}>
            <p>{t('about.story.start', { brand: brandName, year: foundedYear })}</p>
            <p>{t('about.story.books')}</p>
            <p>{t('about.story.today')}</p>
          </div>
        </section>
        <Values />
        <Questions />
      </div>
    </Page>
  )
}
