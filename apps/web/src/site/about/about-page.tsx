import { Button, Text, Title } from '@mantine/core'
import { IconHeartHandshake, IconReceipt, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import fromAnswerToMoney from '../../art/from-answer-to-money.svg'
import { useUserToken } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { HeroPanel, Page, Panel } from '../../ui/page/page.tsx'
import { brandName } from '../from-server.ts'
import { ActualFigures, aboutFigures, foundedYear } from '../marketing.tsx'
import classes from './about-page.module.css'

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
        <Figures />
        <section className={classes.story} aria-labelledby="story-title">
          <Title order={2} id="story-title">
            {t('about.storyTitle')}
          </Title>
          <div className={classes.prose}>
            <p data-figure={foundedYear}>{t('about.founded', { year: foundedYear })}</p>
            <p>{t('about.story.start', { brand: brandName })}</p>
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

function Figures() {
  const t = useT()
  return (
    <div>
      <StatGrid label={t('about.figures')} isClaimed>
        {aboutFigures.map(({ claim, label }) => (
          <StatCard key={label} label={t(label)} claim={claim}>
            {claim}
          </StatCard>
        ))}
      </StatGrid>
      <ActualFigures />
    </div>
  )
}

const VALUES = [
  { name: 'transparency', Icon: IconReceipt },
  { name: 'trust', Icon: IconHeartHandshake },
  { name: 'impact', Icon: IconWorld },
] as const

function Values() {
  const t = useT()
  return (
    <section aria-labelledby="values-title">
      <Title order={2} id="values-title" mb="md">
        {t('about.valuesTitle')}
      </Title>
      <ul className={classes.cards}>
        {VALUES.map(({ name, Icon }) => (
          <li key={name} className={classes.card}>
            <Icon aria-hidden size={28} stroke={1.75} className={classes.icon} />
            <Title order={3}>{t(`about.value.${name}.title`)}</Title>
            <Text c="dimmed">{t(`about.value.${name}.text`)}</Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to sign-up and contact. */
function Questions() {
  const t = useT()
  const isVisitor = useUserToken() === null
  return (
    <Panel tone="quiet" aria-labelledby="questions-title" className={classes.panel ?? ''}>
      <div>
        <Title order={2} size="h3" id="questions-title">
          {t('about.questionsTitle')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('about.questionsText')}
        </Text>
      </div>
      <div className={classes.actions}>
        <Button
          variant={isVisitor ? 'default' : 'filled'}
          renderRoot={(props) => <Link to="/contact" {...props} />}
        >
          {t('about.contact')}
        </Button>
        {isVisitor && (
          <Button renderRoot={(props) => <Link to="/signup" {...props} />}>{t('about.join')}</Button>
        )}
      </div>
    </Panel>
  )
}
