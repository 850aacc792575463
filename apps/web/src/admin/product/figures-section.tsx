import { FIGURE_GROUPS, type FigureName, type Figures } from '@chuma/contract/admin/figures'
import { Button, Fieldset, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useShowFailure } from '../use-show-failure.ts'

/** For owners: what the landing page and /about claim. */
export function FiguresSection() {
  const t = useT()
  const query = trpc.admin.getProduct.useQuery()
  return (
    <Section title={t('figures.title')} text={t('figures.text')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
        {(product) => <FiguresForm figures={product.figures} />}
      </QueryView>
    </Section>
  )
}

const GROUPS = ['strip', 'methods', 'about'] as const
const EXAMPLES: Partial<Record<FigureName, string>> = {
  members: '12,400',
  paidOut: 'KES 3.2M',
  founded: '2024',
}

/** One line for each place; an empty one hides the place. */
function FiguresForm({ figures }: { figures: Figures }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const form = useForm<Figures>({ initialValues: figures })
  const change = trpc.admin.changeFigures.useMutation({
    onSuccess: (saved) => {
      utils.admin.getProduct.setData(undefined, saved)
      showToast({ kind: 'success', title: t('product.savedTitle'), message: t('product.saved') })
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values), focusFirstError(form))} noValidate>
      <Stack maw="44rem">
        {GROUPS.map((group) => (
          <Fieldset key={group} legend={t(`figures.group.${group}`)}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
              {FIGURE_GROUPS[group].map((name) => (
                <TextInput
                  key={name}
                  label={t(`figures.${name}`)}
                  placeholder={EXAMPLES[name]}
                  autoComplete="off"
                  {...form.getInputProps(name)}
                />
              ))}
            </SimpleGrid>
          </Fieldset>
        ))}
        <div>
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? t('product.saving') : t('figures.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
