import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { execute } from "../../../../app/graphql.ts";
import { BankCategories, BankQuestions } from "./questions.documents.ts";

export const bankPage = 50;

export const bankCategoriesQuery = queryOptions({
  queryKey: ["bank", "categories"],
  queryFn: async () => (await execute(BankCategories)).bankCategories,
});

export const bankQuestionsQuery = (category: string, search: string, page: number) =>
  queryOptions({
    queryKey: ["bank", "questions", category, search, page],
    queryFn: async () =>
      (await execute(BankQuestions, { category: category || null, search, limit: bankPage, offset: page * bankPage }))
        .bankQuestions,
    placeholderData: keepPreviousData,
  });
