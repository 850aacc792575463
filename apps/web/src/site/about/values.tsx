import { Text, Title } from '@mantine/core'
import { IconHeartHandshake, IconReceipt, IconWorld } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './values.module.css'

const VALUES = [
  { name: 'transparency', Icon: IconReceipt },
  { name: 'trust', Icon: IconHeartHandshake },
  { name: 'impact', Icon: IconWorld },
] as const

export function Values() {
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
