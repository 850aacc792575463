import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { categoryLabel } from '../category-label.ts'
import { CATEGORIES, type OfferFilter, SORTS, STATUSES } from './offer-choices.ts'
import classes from './offers.module.css'

type Props = { filter: OfferFilter; onFilter: (change: Partial<OfferFilter>) => void }

export function OfferTools({ filter, onFilter }: Props) {
  const t = useT()
  const categories = CATEGORIES.map((value) => ({ value, label: categoryLabel(value, t) }))
  return (
    <search className={classes.tools}>
      <TextInput
        type="search"
        label={t('surveyOffers.search')}
        leftSection={<IconSearch aria-hidden size={20} />}
        maxLength={100}
        value={filter.search ?? ''}
        onChange={({ currentTarget }) => onFilter({ search: currentTarget.value })}
      />
      <NativeSelect
        label={t('surveyOffers.statusFilter')}
        data={[
          { value: '', label: t('surveyOffers.anyStatus') },
          ...STATUSES.map((value) => ({ value, label: t(`surveyOffers.${value}`) })),
        ]}
        value={filter.status ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ status: STATUSES.find((status) => status === currentTarget.value) })
        }
      />
      <NativeSelect
        label={t('surveyOffers.category')}
        data={[
          { value: '', label: t('surveyOffers.anyCategory') },
          ...categories,
          { value: 'none', label: t('surveyOffers.uncategorized') },
        ]}
        value={filter.category ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({
            category: [...CATEGORIES, 'none' as const].find((category) => category === currentTarget.value),
          })
        }
      />
      <NativeSelect
        label={t('surveyOffers.sort')}
        data={SORTS.map((value) => ({ value, label: t(`surveyOffers.sort.${value}`) }))}
        value={filter.sort}
        onChange={({ currentTarget }) =>
          onFilter({ sort: SORTS.find((sort) => sort === currentTarget.value) ?? 'newest' })
        }
      />
    </search>
  )
}
