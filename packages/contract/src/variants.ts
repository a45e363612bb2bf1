import { type AnySchema, type InferType, mixed } from 'yup';

/** The name of the test that carries the variants. */
export const variantsRule = 'variants';

export interface VariantParams {
  by: string;
  forms: Readonly<Record<string, AnySchema>>;
}

/**
 * An object of one of several variants. The field `by` is the discriminator: each variant has it with the value under
 * which it is listed.
 */
export function variants<F extends VariantParams['forms']>(by: string, forms: F) {
  return mixed<InferType<F[keyof F]>>()
    .defined()
    .nonNullable()
    .test({
      name: variantsRule,
      params: { by, forms } satisfies VariantParams,
      skipAbsent: true,
      test: (value) => Object.values(forms).some((form) => form.isValidSync(value, { strict: true })),
    });
}
