import { changeProductInput, product } from '@chuma/contract/admin/product'
import { changeProduct } from '@chuma/core/admin/product/change-product'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the product's name and contact details. */
export const productProcedures = {
  getProduct: staffProcedure('system:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/product',
        summary: "The product's name and contact details, and whether sign-up is open",
      },
    })
    .output(product)
    .query(({ ctx }) => ctx.deps.product()),

  changeProduct: staffProcedure('system:manage')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/product',
        summary: "Change the product's name and contact details, and open or close sign-up",
        description: 'They replace the settings of the environment on every page and in every mail.',
      },
    })
    .input(changeProductInput)
    .output(product)
    .mutation(({ ctx, input }) => changeProduct(ctx.deps, ctx.staff, input)),
}
