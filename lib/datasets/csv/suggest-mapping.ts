import { CaseField, type CsvMapping, type PlainCaseField } from "@/lib/contracts/case-import";

/** Header names of each field, in English and Chinese; of two columns for one field the name that stands first here wins. */
const HEADERS: Record<PlainCaseField, readonly string[]> = {
  comment: [
    ...["comment", "comments", "question", "query", "userquery", "input", "userinput", "prompt", "utterance", "message", "text"],
    ...["评论", "弹幕", "用户评论", "用户问题", "问题", "提问", "用户输入", "输入", "内容"],
  ],
  id: ["id", "caseid", "case", "key", "用例id", "用例编号", "编号", "序号"],
  category: ["category", "intent", "class", "type", "topic", "类别", "分类", "类目", "意图", "类型", "场景"],
  viewer: ["viewer", "viewername", "username", "nickname", "author", "user", "观众", "昵称", "用户名", "用户"],
  dialogue: ["dialogue", "dialog", "history", "conversation", "turns", "历史对话", "对话历史", "对话", "历史", "上文", "上下文"],
  channel: ["channel", "渠道", "频道"],
  expected: [
    ...["expected", "expectedanswer", "mustcontain", "contains", "keywords", "keyword", "answer", "groundtruth", "target"],
    ...["期望", "期望答案", "预期", "应包含", "关键词", "关键字", "标准答案", "答案"],
  ],
  excludes: ["excludes", "mustnotcontain", "notcontains", "forbidden", "不应包含", "不得包含", "禁用词", "违禁词", "禁止"],
  tool: ["tool", "tools", "expectedtool", "toolcalled", "toolname", "工具", "期望工具", "应调用工具"],
  reference: [
    ...["reference", "referenceanswer", "ideal", "golden", "gold", "response", "reply", "output", "completion"],
    ...["参考", "参考答案", "参考回复", "回复", "回答"],
  ],
  group: ["group", "room", "roomid", "session", "sessionid", "conversationid", "直播间", "房间", "会话", "会话id", "分组"],
  language: ["language", "lang", "locale", "语言"],
  tags: ["tags", "tag", "labels", "label", "标签"],
  priority: ["priority", "severity", "优先级"],
};

const FIELD_OF = new Map<string, { field: CaseField; rank: number }>(
  Object.entries(HEADERS).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { field: CaseField.parse(field), rank }] as const),
  ),
);

/** The field that each column most likely holds, by its header; columns that say nothing are left out. */
export function suggestMapping(headers: readonly string[]): CsvMapping {
  const best = new Map<string, { header: string; rank: number }>();
  for (const header of headers) {
    const context = CaseField.safeParse(header.trim());
    const found = header.includes(".") && context.success ? { field: context.data, rank: 0 } : FIELD_OF.get(normalise(header));
    if (!found) continue;
    const before = best.get(found.field);
    if (!before || found.rank < before.rank) best.set(found.field, { header, rank: found.rank });
  }
  return Object.fromEntries([...best].map(([field, { header }]) => [header, field]));
}

const normalise = (header: string) =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-.]+/g, "");
