/** The errors of an operation as the description lists them: an example for each code. */
export interface DescribedError {
  status: number;
  code: string;
  text: string;
}

export interface DescribedOperation {
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>;
    }
  >;
}

export function describedErrors({ responses }: DescribedOperation): DescribedError[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content['application/json']?.examples ?? {}).map(([code, { value }]) => ({
        status: Number(status),
        code,
        text: (value as { error: { message: string } }).error.message,
      })),
    );
}
